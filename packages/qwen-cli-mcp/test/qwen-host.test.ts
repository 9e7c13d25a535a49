import {
  createQwenHome,
  expectNoProcesses,
  startLineProcess,
  startScriptedModel,
  text,
  tool,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

/** How qwen 0.24.4 has its model call a tool of a server named `other`: tools of servers are not in its list of tools. */
const delegate = (prompt: string) => tool('tool_call', { name: 'mcp__other__qwen', arguments: { prompt } });

describe('qwen as the host', () => {
  it('delegates to another qwen, which may not delegate any further', async () => {
    await using model = await startScriptedModel();
    const other = { command: process.execPath, args: [qwenAgent.program], env: { QWEN_MCP_MAX_DEPTH: '1' } };
    await using home = await createQwenHome({ model, settings: { mcpServers: { other } } });
    model.script('have a poem written', [
      delegate('write the poem'),
      ({ toolResults }) => text(`The other said: ${toolResults.at(-1)}`),
    ]);
    model.script('write the poem', [
      delegate('write it for me'),
      ({ toolResults }) => text(`A poem. I was told: ${toolResults.at(-1)}`),
    ]);
    await using host = await startLineProcess({
      command: home.bin,
      args: ['-p', 'have a poem written', '--approval-mode', 'yolo'],
      env: home.env,
      cwd: home.work,
    });
    host.endInput();
    expect(await host.waitForExit(120_000), host.stderr()).toEqual({ code: 0, signal: null });
    const said = host.lines.join('\n');
    // The report of the other qwen reached the host's model, whole.
    expect(said).toMatch(/The other said: .*\[session: [0-9a-f-]{36}\]/s);
    expect(said).toContain('A poem. I was told: ');
    expect(said).toContain('1 tool call: tool_call');
    // And the other qwen was refused, before a third one started.
    expect(said).toMatch(/I was told: .*QWEN_MCP_MAX_DEPTH/s);
    expect(model.requests.some(({ text: prompt }) => prompt.includes('write it for me'))).toBe(false);
    await expectNoProcesses(home);
  });
});
