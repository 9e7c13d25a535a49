import { startLineProcess } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { startLines } from '../fixtures/start-lines.js';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  await using lines = await startLines([]);
  const { command } = lines;
  await using program = await startLineProcess({
    ...command,
    args: [...command.args, ...args],
    env: { ...command.env, ...env },
  });
  const exit = await program.waitForExit();
  return { code: exit.code, stdout: program.lines.join('\n'), stderr: program.stderr() };
}

describe('the command line', () => {
  it('prints the version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3', stderr: '' });
  });

  it('prints what the program is, how to add it to a host, and every variable', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('claude mcp add lines -s user -- npx -y lines-cli-mcp');
    expect(stdout).toContain('npm i -g lines-agent');
    expect(stdout).toMatch(/LINES_MCP_HALT_GRACE_MS +Time that the agent's own stop gets before signals\. \(5000\)/);
    expect(stdout).toMatch(/LINES_MCP_TONE +Default of tone\. How it speaks\. Invalid or empty means plain\. \(loud\)/);
  });

  it.each([
    ['--yolo', 'flag "--yolo"'],
    ['serve', 'argument "serve"'],
  ])('refuses %s in one sentence', async (word, named) => {
    expect(await run([word])).toEqual({
      code: 2,
      stdout: '',
      stderr: `lines-cli-mcp does not know the ${named}; it takes --help and --version, and is set up by environment variables.\n`,
    });
  });
});

describe('the environment', () => {
  it('names what it does not take, and serves all the same', async () => {
    await using lines = await startLines([], { TIMEOUT_MS: 'soon', TONE: '' });
    const client = await lines.connect();
    expect(client.serverInfo).toEqual({ name: 'lines-cli-mcp', version: '1.2.3' });
    expect(client.stderr().split('\n')).toEqual([
      'lines-cli-mcp: LINES_MCP_TIMEOUT_MS must be a whole number of milliseconds from 0 to 2147483647, but is "soon"; taken instead: 60000.',
      'lines-cli-mcp: LINES_MCP_TONE is empty; taken instead: plain.',
      '',
    ]);
  });

  it('does not start without a sandbox that it cannot read', async () => {
    const { code, stderr } = await run([], { LINES_MCP_WRAP: "bwrap 'unclosed" });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^lines-cli-mcp: LINES_MCP_WRAP must be .*; nothing is started, because leaving it out would be less safe\.\n$/,
    );
  });
});
