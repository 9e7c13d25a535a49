import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  expectNoProcesses,
  hold,
  installedProgram,
  type LineProcess,
  type ScriptedModel,
  startLineProcess,
  startScriptedModel,
  text,
} from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from '../qwen-agent.js';
import { callItem, type ResponsesModel, startResponsesModel, textItem } from './responses-model.js';

interface CodexSetup extends AsyncDisposable {
  readonly qwenModel: ScriptedModel;
  readonly model: ResponsesModel;
  readonly home: AgentHome;
  /** Runs `codex exec` with one prompt. */
  run(): Promise<LineProcess>;
}

/** A Codex whose model calls `qwen` once and then says what it was told. @param settings for the server, in Codex's own form */
async function startCodex(given: object, settings: readonly string[] = []): Promise<CodexSetup> {
  const qwenModel = await startScriptedModel();
  const home = await createQwenHome({ model: qwenModel });
  const model = await startResponsesModel(({ input }) => {
    const output = input.find(({ type }) => type === 'function_call_output')?.output;
    return output === undefined ? callItem('agents', 'qwen', given) : textItem(`I was told: ${JSON.stringify(output)}`);
  });
  const codexHome = join(home.home, '.codex');
  await mkdir(codexHome, { recursive: true });
  const quoted = (value: unknown) => JSON.stringify(value);
  const variables = Object.entries(home.env).map(([name, value]) => `${name} = ${quoted(value)}`);
  await writeFile(
    join(codexHome, 'config.toml'),
    [
      'model = "fake-1"',
      'model_provider = "scripted"',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = ${quoted(model.baseUrl)}`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      '[mcp_servers.agents]',
      `command = ${quoted(process.execPath)}`,
      `args = ${quoted([qwenAgent.program])}`,
      `cwd = ${quoted(home.work)}`,
      ...settings,
      '[mcp_servers.agents.env]',
      ...variables,
      '',
    ].join('\n'),
  );
  const opened: LineProcess[] = [];
  return {
    qwenModel,
    model,
    home,
    async run() {
      const args = [
        'exec',
        '--json',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        'Ask qwen.',
      ];
      const host = await startLineProcess({
        command: process.execPath,
        args: [installedProgram('@openai/codex'), ...args],
        env: { ...home.env, CODEX_HOME: codexHome, SCRIPTED_KEY: 'scripted-key' },
        cwd: home.work,
      });
      opened.push(host);
      host.endInput();
      return host;
    },
    async [Symbol.asyncDispose]() {
      for (const host of opened) await host[Symbol.asyncDispose]();
      await home.dispose();
      await model[Symbol.asyncDispose]();
      await qwenModel.close();
    },
  };
}

describe('codex as the host', () => {
  it('shows its model the whole report', async () => {
    await using codex = await startCodex({ prompt: 'write the poem' });
    codex.qwenModel.script('write the poem', [text('A poem in "quotes".')]);
    const host = await codex.run();
    expect(await host.waitForExit(120_000), host.stderr()).toEqual({ code: 0, signal: null });
    const told = JSON.stringify(codex.model.requests.at(-1)?.input);
    expect(told).toMatch(/\[session: [0-9a-f-]{36}\]/);
    expect(told).toContain('A poem in');
    expect(host.lines.join('\n')).toContain('I was told: ');
    await expectNoProcesses(codex.home);
  });

  it('that cuts the call ends the turn', async () => {
    await using codex = await startCodex({ prompt: 'take your time', wait_ms: 600_000 }, ['tool_timeout_sec = 15']);
    const held = hold({ firstWords: 'I begin. ', rest: 'Never said.' });
    codex.qwenModel.script('take your time', [held]);
    const host = await codex.run();
    await held.started;
    expect(await host.waitForExit(120_000), host.stderr()).toEqual({ code: 0, signal: null });
    expect(JSON.stringify(codex.model.requests.at(-1)?.input)).toContain('timed out');
    const [request] = codex.qwenModel.requests;
    expect(await request?.ended).toBe('client-closed');
    await expectNoProcesses(codex.home);
  });

  it('answers no question by itself: its model is told what needs approval', async () => {
    await using codex = await startCodex({ prompt: 'leave a file', approval_mode: 'default' });
    codex.qwenModel.script('leave a file', [qwenAgent.tools.callShell('touch left'), text('Done.')]);
    const host = await codex.run();
    expect(await host.waitForExit(120_000), host.stderr()).toEqual({ code: 0, signal: null });
    const told = JSON.stringify(codex.model.requests.at(-1)?.input);
    expect(told).toContain('[needs approval: ');
    expect(told).toContain('touch left');
    await expectNoProcesses(codex.home);
  });
});
