import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentHome } from '../agent-home.js';
import { expectNoProcesses } from '../expect-no-processes.js';
import { type CallOptions, connectClient, type McpClient } from '../mcp-client.js';
import { hang, text } from '../model-steps.js';
import { processesWith } from '../processes-with.js';
import { type ScriptedModel, startScriptedModel } from '../scripted-model.js';
import { noSsh, startSshMachine } from '../ssh-machine.js';
import { createTemporaryFolder } from '../temporary-folder.js';
import { waitFor } from '../wait-for.js';
import { documentedValue } from './docs-snippet.js';
import { HOSTILE_TEXT } from './hostile-text.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { exists, sessionOf } from './start-scenario.js';

/** A shell command that says it has begun and then goes on until somebody ends it. */
const ENDLESS = 'touch begun && tail -f /dev/null';
/** What ends within this time of its connection, ms; the watch there looks once a second, and this machine is busy. */
const SOON = { withinMs: 30_000 };

/** A server here whose agent is on another machine. */
interface RemoteScenario extends AsyncDisposable {
  readonly model: ScriptedModel;
  /** The agent's home there. */
  readonly there: AgentHome;
  readonly client: McpClient;
  /** Files of the server's own home, by path. */
  filesHere(): Promise<readonly string[]>;
  /** Processes here that were started by this server and are not it. */
  processesHere(): ReturnType<typeof processesWith>;
}

async function startRemoteScenario(
  agent: ScenarioAgent,
  variables: Readonly<Record<string, string>> = {},
): Promise<RemoteScenario> {
  const prefix = `${agent.name.toUpperCase()}_MCP_`;
  const model = await startScriptedModel();
  const there = await agent.createHome({ model });
  const machine = await startSshMachine({ env: there.env });
  const here = await createTemporaryFolder('here');
  // What people copy is what runs, but for where the keys and the machine are.
  const documented = await documentedValue('ssh', `${prefix}WRAP`);
  const wrap = documented.replace(/^ssh /, `ssh -F ${machine.settings} `).replace('you@build-machine', machine.host);
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: here.directory,
    AGENTMOUNT_TEST_ID: here.directory,
    ONLY_HERE: 'yes',
    [`${prefix}WRAP`]: wrap,
    [`${prefix}WRAP_KIND`]: 'remote',
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [prefix + name, value])),
  };
  const client = await connectClient({
    sdk: '1.x',
    command: process.execPath,
    args: [agent.program],
    env,
    cwd: here.directory,
    clientInfo: { name: 'claude-code', version: '1.0.0' },
  });
  return {
    model,
    there,
    client,
    filesHere: () => readdir(here.directory, { recursive: true }),
    processesHere: async () =>
      (await processesWith({ environment: { AGENTMOUNT_TEST_ID: here.directory } })).filter(
        ({ pid }) => pid !== client.pid,
      ),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await there.dispose();
      await machine[Symbol.asyncDispose]();
      await here.dispose();
      await model.close();
    },
  };
}

/** The agent behind `ssh` with WRAP_KIND=remote: an `sshd` on loopback whose sessions have a home that the server does not know. */
export function remoteScenarios(agent: ScenarioAgent): void {
  const { name, tools } = agent;

  describe.runIf(noSsh === undefined)(titleOf(agent), () => {
    it('does what it does here: files, models, sessions; and says what does not hold', async () => {
      await using scenario = await startRemoteScenario(agent);
      const { model, there, client } = scenario;
      const prompt = `work over there: ${HOSTILE_TEXT}`;
      model.script('work over there', [tools.callShell('pwd > seen; env >> seen'), text('Done over there.')]);
      model.script('go on', [text('Still over there.')]);
      const system_prompt_append = `BEGIN${HOSTILE_TEXT}END`;
      const result = await client.call(name, { prompt, system_prompt_append, cwd: there.work });
      expect(result.isError, result.text).toBe(false);
      expect(result.text).toContain('Done over there.');
      expect(result.text).toContain(`runs on another machine (${name.toUpperCase()}_MCP_WRAP_KIND is remote)`);
      expect(model.requests[0]?.text).toContain(prompt);
      const asked = JSON.stringify(model.requests[0]?.body.messages);
      expect(asked).toContain(JSON.stringify(system_prompt_append).slice(1, -1));
      const [cwd, ...variables] = (await readFile(join(there.work, 'seen'), 'utf8')).split('\n');
      expect(cwd).toBe(there.work);
      expect(variables).toContain(`HOME=${there.home}`);
      expect(variables).toContain('AGENTMOUNT_DEPTH=1');
      expect(variables.filter((line) => /^ONLY_HERE|_MCP_/.test(line))).toEqual([]);
      // No process waits, here or there.
      await expectNoProcesses(there, SOON);
      const session = sessionOf(result.text);
      expect((await client.call(`${name}_sessions`)).text).toContain(session);
      const reply = await client.call(`${name}_reply`, { session, prompt: 'go on' });
      expect(reply.text).toContain('Still over there.');
      expect(reply.text).not.toContain('runs on another machine');
      expect((await client.call(`${name}_models`)).text).toContain('fake-1');
      const history = await client.call(`${name}_history`, { session });
      expect(history.isError).toBe(true);
      expect(history.text).toContain('lie on the other machine');
      // The agent keeps its sessions in its own place there; nothing of it is here.
      const kept = await readdir(there.home, { recursive: true });
      expect(kept.filter((path) => path.includes(session))).not.toEqual([]);
      const here = await scenario.filesHere();
      expect(here.filter((path) => !path.startsWith('.local') && !path.startsWith('.cache'))).toEqual([]);
      await expectNoProcesses(there, SOON);
    });

    it('is ended there when ssh is killed, and the report says so', async () => {
      await using scenario = await startRemoteScenario(agent);
      const call = beginEndless(agent, scenario);
      await begun(scenario.there);
      const ssh = (await scenario.processesHere()).find(({ command }) => command[0]?.endsWith('ssh'));
      process.kill(ssh?.pid ?? 0, 'SIGKILL');
      const result = await call;
      expect(result?.isError).toBe(true);
      expect(result?.text).toContain('SIGKILL');
      await expectNoProcesses(scenario.there, SOON);
    });
  });
}

/** How its turns end there, for an agent that is quick enough to be started once more for each way. */
export function remoteEndingScenarios(agent: ScenarioAgent): void {
  const { name, transports } = agent;

  describe.runIf(noSsh === undefined)(`a turn of ${titleOf(agent)}`, () => {
    it('that is cancelled in the middle of a shell command is ended there', async () => {
      await using scenario = await startRemoteScenario(agent);
      const { there } = scenario;
      const cancelling = new AbortController();
      const call = beginEndless(agent, scenario, { signal: cancelling.signal });
      await begun(there);
      cancelling.abort();
      await call;
      await expectNoProcesses(there, SOON);
    });

    it('that is out of time is ended there, though it may not notice the end of its input', async () => {
      await using scenario = await startRemoteScenario(agent);
      const { there, client, model } = scenario;
      model.script('think for ever', [hang()]);
      const request = { prompt: 'think for ever', cwd: there.work, transport: transports.oneShot, timeout_ms: 8_000 };
      const result = await client.call(name, request);
      expect(result.text).toContain('timed out after 8000 ms');
      await expectNoProcesses(there, SOON);
    });

    it('is ended there when the server is killed', async () => {
      await using scenario = await startRemoteScenario(agent);
      void beginEndless(agent, scenario);
      await begun(scenario.there);
      scenario.client.kill('SIGKILL');
      await waitFor(async () => (await scenario.processesHere()).length === 0, { what: 'nothing to be left here' });
      await expectNoProcesses(scenario.there, SOON);
    });

    it('fails with a sentence where the directory or the program is not there', async () => {
      await using scenario = await startRemoteScenario(agent, { BIN: 'no-such-agent' });
      const { client, model, there } = scenario;
      const noProgram = await client.call(name, { prompt: 'never asked', cwd: there.work });
      expect(noProgram.isError).toBe(true);
      expect(noProgram.text).toContain('there is no no-such-agent on the other machine');
      const noDirectory = await client.call(name, { prompt: 'never asked', cwd: '/no/such/place' });
      expect(noDirectory.isError).toBe(true);
      expect(noDirectory.text).toContain('the directory /no/such/place cannot be entered on the other machine');
      expect(model.requests).toEqual([]);
      await expectNoProcesses(there, SOON);
    });
  });
}

function titleOf({ name }: ScenarioAgent): string {
  return `the real ${name} on another machine${noSsh === undefined ? '' : ` (${noSsh})`}`;
}

/** A turn in a shell command that nothing but us will end; undefined when its call was cut short. */
function beginEndless({ name, tools }: ScenarioAgent, { model, there, client }: RemoteScenario, options?: CallOptions) {
  model.script('run something endless', [tools.callShell(ENDLESS), text('Never said.')]);
  return client.call(name, { prompt: 'run something endless', cwd: there.work }, options).catch(() => undefined);
}

async function begun({ work }: AgentHome): Promise<void> {
  await waitFor(() => exists(join(work, 'begun')), { what: 'the shell command to begin', timeoutMs: 90_000 });
}
