import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startLineProcess, type WireClaude, wireClaude } from '../src/index.js';

const STREAM = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--verbose'];

/** A run that is to fail: its code, and what it says. */
async function failure(claude: WireClaude, args: readonly string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)(claude.bin, [...args], { cwd: claude.work, env: { ...claude.env, ...env } });
  const error = await run.then(
    () => expect.fail('it did not fail'),
    (reason: { code: number; stdout: string; stderr: string }) => reason,
  );
  return { code: error.code, stdout: error.stdout, stderr: error.stderr };
}

describe('the program that speaks the wire of claude', () => {
  it('refuses what claude refuses, on stderr alone', async () => {
    await using claude = await wireClaude();
    expect(await failure(claude, ['--yolo'])).toEqual({
      code: 1,
      stdout: '',
      stderr: "error: unknown option '--yolo'\n",
    });
    expect((await failure(claude, STREAM, { CLAUDECODE: '1' })).stderr).toContain('inside another Claude Code session');
    const root = { WIRE_CLAUDE_ROOT: '1' };
    expect((await failure(claude, ['-p', '--permission-mode=bypassPermissions'], root)).stderr).toContain('root/sudo');
    expect(await claude.runs()).toEqual([]);
  });

  it('says that it does not know a session with a result and on stderr', async () => {
    await using claude = await wireClaude();
    const { code, stdout, stderr } = await failure(claude, [
      ...STREAM,
      '--resume=0927adc5-a840-4b68-93ca-5ca344c9fafb',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'result', subtype: 'error_during_execution', num_turns: 0 });
    expect(stderr).toContain('No conversation found');
  });

  it('works on one prompt after the other, each with a result of its own, and ends with its input', async () => {
    await using claude = await wireClaude();
    await using agent = await startLineProcess({
      command: claude.bin,
      args: STREAM,
      cwd: claude.work,
      env: claude.env,
    });
    const user = (content: string) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
    await agent.write(`${user('say one')}${user('say two')}`);
    agent.endInput();
    expect(await agent.waitForExit()).toMatchObject({ code: 0 });
    await agent.outputEnded;
    const frames = agent.lines.map((line) => JSON.parse(line));
    expect(frames.filter(({ type }) => type === 'result').map(({ result }) => result)).toEqual(['one', 'two']);
    expect(frames.filter(({ subtype }) => subtype === 'init')).toHaveLength(2);
    // The keys of a result are in no order to rely on.
    expect(Object.keys(frames.at(-1))[0]).not.toBe('type');
  });
});
