import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import {
  createQwenHome,
  expectNoProcesses,
  type ScriptedModel,
  startLineProcess,
  startScriptedModel,
  text,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from '../qwen-agent.js';

/** Not installed by the task: its licence is not open. */
const claude = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'claude'))
  .find((path) => existsSync(path));

/** Has Claude Code's model call `qwen` once, and then say that it is through. @returns what the model was told by the tool, all of it */
function scriptCall(model: ScriptedModel, given: object): () => string {
  let told = '';
  const call = { name: 'mcp__agents__qwen', arguments: JSON.stringify(given), id: 'toolu_1' };
  model.fixtures.push(
    {
      match: {
        predicate({ messages }) {
          const result = messages.find(({ role }) => role === 'tool');
          if (result !== undefined) told = JSON.stringify(result.content);
          return result !== undefined;
        },
      },
      response: { content: 'I am through.' },
    },
    { match: { predicate: () => true }, response: { toolCalls: [call] } },
  );
  return () => told;
}

/** Runs `claude -p` once. @returns what qwen's report, or its note, was when it reached the host's model */
async function runClaude(given: object, work: (model: ScriptedModel) => void): Promise<string> {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  work(model);
  const told = scriptCall(model, given);
  const servers = { agents: { command: process.execPath, args: [qwenAgent.program], env: home.env } };
  const config = join(home.directory, 'servers.json');
  await writeFile(config, JSON.stringify({ mcpServers: servers }));
  await using host = await startLineProcess({
    command: claude ?? '',
    args: ['-p', 'Ask qwen.', '--mcp-config', config, '--strict-mcp-config', '--allowedTools', 'mcp__agents__qwen'],
    env: {
      ...home.env,
      ANTHROPIC_API_KEY: 'scripted-key',
      ANTHROPIC_BASE_URL: model.url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
    cwd: home.work,
  });
  host.endInput();
  expect(await host.waitForExit(120_000), host.stderr()).toEqual({ code: 0, signal: null });
  expect(host.lines.join('\n')).toContain('I am through.');
  await expectNoProcesses(home);
  return told();
}

describe.skipIf(claude === undefined)('Claude Code as the host (skipped where claude is not on the PATH)', () => {
  it('shows its model the whole report', async () => {
    const told = await runClaude({ prompt: 'write the poem' }, (model) =>
      model.script('write the poem', [text('A poem.')]),
    );
    expect(told).toMatch(/\[session: [0-9a-f-]{36}\]/);
    expect(told).toContain('A poem.');
  });

  it('has nobody to ask: its model is told what needs approval', async () => {
    const told = await runClaude({ prompt: 'leave a file', approval_mode: 'default' }, (model) =>
      model.script('leave a file', [qwenAgent.tools.callShell('touch left'), text('Done.')]),
    );
    expect(told).toContain('[needs approval: ');
    expect(told).toContain('touch left');
  });
});
