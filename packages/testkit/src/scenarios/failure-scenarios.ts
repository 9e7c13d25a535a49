import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectNoProcesses } from '../expect-no-processes.js';
import { hold, status, text } from '../model-steps.js';
import { processMatcher } from '../process-selector.js';
import { processesWith } from '../processes-with.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { exists, sessionOf, startScenario } from './start-scenario.js';

/** Turns that give no answer because of the agent, the model, or what was asked. */
export function failureScenarios(agent: ScenarioAgent): void {
  const { name, tools, transports } = agent;

  describe.each(Object.values(transports))(`the real ${name} over %s`, (transport) => {
    it('that is not logged in says so', async () => {
      await using scenario = await startScenario(agent);
      scenario.model.script('do it', [status(401, 'the key was refused')]);
      const client = await scenario.connect();
      const result = await client.call(name, { prompt: 'do it', transport });
      expect(result.isError, result.text).toBe(true);
      expect(result.text).toContain('[error: ');
      expect(result.text).toContain('the key was refused');
      expect(result.text).not.toContain('scripted-key');
      expect(result.meta['agentmount/report']).toMatchObject({ status: 'failed', cause: { class: 'auth' } });
      await expectNoProcesses(scenario.home, { except: processMatcher({ pids: [client.pid] }) });
    });

    it('does not know a model: the report names it', async () => {
      await using scenario = await startScenario(agent);
      scenario.model.script('do it', [status(404, 'there is no model no-such-model')]);
      const client = await scenario.connect();
      const result = await client.call(name, { prompt: 'do it', transport, model: 'no-such-model' });
      expect(result.isError, result.text).toBe(true);
      expect(result.text).toContain('no-such-model');
      expect(result.meta['agentmount/report']).toMatchObject({ status: 'failed', cause: { class: 'model' } });
    });

    it('that is killed while it speaks is reported as cut off, and its session goes on', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      const held = hold({ firstWords: 'Half a sen', rest: 'tence.' });
      // After a tool's round the agent has its session in its store; before that, not every agent has.
      model.script('speak', [tools.callShell('echo one'), held]);
      model.script('again', [text('A whole sentence.')]);
      const client = await scenario.connect();
      const call = client.call(name, { prompt: 'speak', transport });
      await held.started;
      await endAgent(home.testId, client.pid);
      const result = await call;
      expect(result.isError, result.text).toBe(true);
      expect(result.text).toContain('The process was cut off');
      expect(result.meta['agentmount/report']).toMatchObject({
        status: 'failed',
        ending: 'cut-off',
        cause: { class: 'agent' },
      });
      await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
      const reply = await client.call(`${name}_reply`, { session: sessionOf(result.text), prompt: 'again', transport });
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text).toContain('A whole sentence.');
    });

    it('does not run a tool that the limit leaves out, whatever the model asks for', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      model.script('try the shell', [tools.callShell('touch forbidden'), text('I tried.')]);
      const client = await scenario.connect();
      const result = await client.call(name, { prompt: 'try the shell', transport, ...agent.readOnly });
      expect(await exists(join(home.work, 'forbidden')), result.text).toBe(false);
      const offered = model.requests.flatMap((request) => JSON.stringify(request.body.tools ?? []));
      expect(offered.length).toBeGreaterThan(0);
      expect(offered.join()).not.toContain(`"${tools.shell}"`);
    });

    it('does not know a session that was never begun', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      model.script('hello', [text('Hello.')]);
      const client = await scenario.connect();
      const session = '00000000-0000-4000-8000-000000000000';
      const unplaced = await client.call(`${name}_reply`, { session, prompt: 'hello', transport });
      expect(unplaced.isError).toBe(true);
      expect(unplaced.text).toContain('cwd');
      expect(model.requests).toEqual([]);
      const placed = await client.call(`${name}_reply`, { session, prompt: 'hello', transport, cwd: home.work });
      if (agent.unknownSession === 'fails') {
        expect(placed.isError, placed.text).toBe(true);
        expect(placed.meta['agentmount/report']).toMatchObject({
          cause: { class: 'session-unknown' },
          resumable: false,
        });
        expect(placed.text).not.toContain(`${name}_reply(`);
        expect((await client.call(`${name}_sessions`)).text).toBe(`No ${name} session is known.`);
      } else {
        expect(placed.isError, placed.text).toBe(false);
        expect(placed.text).toContain(`[warning: no existing session`);
      }
    });
  });

  describe(`a call of ${name} that cannot be carried out`, () => {
    it('is refused by name before anything starts, and nothing is recorded', async () => {
      await using scenario = await startScenario(agent);
      const client = await scenario.connect();
      const session = '00000000-0000-4000-8000-000000000000';
      const cases: readonly (readonly [tool: string, given: Record<string, unknown>, named: RegExp])[] = [
        [name, { prompt: ' \n\t' }, /prompt.*blank/],
        [name, { prompt: 'x'.repeat(2_000_001) }, /prompt.*2000000/],
        [name, { prompt: 'a', cwd: 'relative/path' }, /cwd.*absolute/],
        [name, { prompt: 'a', cwd: join(scenario.home.work, 'missing') }, /cwd.*no such directory/],
        [name, { prompt: 'a', cwd: agent.program }, /cwd.*not a directory/],
        [name, { prompt: 'a', model: '--yolo' }, /model/],
        [name, { prompt: 'a', timeout_ms: 86_400_001 }, /timeout_ms.*86400000/],
        [name, { prompt: 'a', timeout_ms: 10 }, /timeout_ms.*1000/],
        [name, { prompt: 'a', transport: 'smoke' }, /transport.*one of/],
        [name, { prompt: 'a', sessionId: session }, /no argument "sessionId"/],
        [`${name}_reply`, { prompt: 'a', session: '../../x' }, /session/],
        [`${name}_reply`, { prompt: 'a', session: '--continue' }, /session/],
        [`${name}_reply`, { prompt: 'a' }, /session is required/],
        [`${name}_send`, { session, message: 'a' }, /no turn here/],
        [`${name}_send`, { message: 'a' }, /either session or turn/],
        [`${name}_wait`, { turn: 'nothing' }, /no turn "nothing"/],
      ];
      for (const [tool, given, named] of cases) {
        const result = await client.call(tool, given);
        expect(result.isError, `${tool}: ${result.text}`).toBe(true);
        expect(result.text).toMatch(named);
        expect(result.text.length, result.text).toBeLessThan(500);
        expect(result.text).not.toMatch(/\n\s+at /);
      }
      await expect(client.call(`${name}_no_such_tool`)).rejects.toThrow(/-32602|Unknown tool/);
      expect((await client.call(`${name}_sessions`)).text).toBe(`No ${name} session is known.`);
      expect(scenario.model.requests).toEqual([]);
      await expectNoProcesses(scenario.home, { except: processMatcher({ pids: [client.pid] }) });
    });

    it('says where the program was looked for and how to install it when there is none', async () => {
      await using scenario = await startScenario(agent, { BIN: '/nowhere/at/all' });
      const client = await scenario.connect();
      const result = await client.call(name, { prompt: 'a' });
      expect(result.isError).toBe(true);
      expect(result.text).toContain('/nowhere/at/all');
      expect(result.text).toContain('npm i -g');
      expect((await client.call(`${name}_sessions`)).text).toBe(`No ${name} session is known.`);
    });
  });
}

/** Kills the agent's processes as an out-of-memory killer would, and leaves the server alone. */
async function endAgent(testId: string, server: number): Promise<void> {
  const found = await processesWith({ environment: { AGENTMOUNT_TEST_ID: testId } });
  const agents = found.filter((record) => record.pid !== server && record.environment.AGENTMOUNT_PROCESS !== undefined);
  if (agents.length === 0) throw new Error('No process of the agent is running.');
  for (const { pid } of agents) process.kill(pid, 'SIGKILL');
}
