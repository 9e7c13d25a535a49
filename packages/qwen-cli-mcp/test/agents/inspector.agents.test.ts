import { createTemporaryFolder, installedProgram, startLineProcess } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from '../qwen-agent.js';

/** One request of the Inspector's command line (2.12) to the server, over stdio. */
async function inspect(era: 'legacy' | 'modern', ...request: string[]) {
  await using folder = await createTemporaryFolder('inspector');
  const inspector = installedProgram('@modelcontextprotocol/inspector', 'mcp-inspector');
  const server = [process.execPath, qwenAgent.program];
  await using run = await startLineProcess({
    command: process.execPath,
    args: [inspector, '--cli', ...server, '--protocol-era', era, ...request, '--format', 'json'],
    env: { PATH: process.env.PATH ?? '', HOME: folder.directory },
    cwd: folder.directory,
  });
  const { code } = await run.waitForExit(120_000);
  return { code, output: run.lines.join('\n'), stderr: run.stderr() };
}

describe.each(['legacy', 'modern'] as const)('the Inspector, speaking the %s era', (era) => {
  it('lists the tools, calls one, and sees that one failed', async () => {
    const list = await inspect(era, '--method', 'tools/list');
    expect(list.code, list.stderr).toBe(0);
    expect(list.output).toContain('"qwen_reply"');
    const running = await inspect(era, '--method', 'tools/call', '--tool-name', 'qwen_running');
    expect(running.code, running.stderr).toBe(0);
    expect(running.output).toContain('No qwen turn is running');
    const refused = await inspect(era, '--method', 'tools/call', '--tool-name', 'qwen_wait', '--tool-arg', 'turn=none');
    // Its code for a tool's error.
    expect(refused.code, refused.stderr).toBe(5);
    expect(`${refused.output}${refused.stderr}`).toContain('there is no turn');
  });
});
