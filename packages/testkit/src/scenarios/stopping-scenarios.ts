import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectNoProcesses } from '../expect-no-processes.js';
import { hang, hold, text } from '../model-steps.js';
import { processMatcher } from '../process-selector.js';
import { startRawServer } from '../raw-server.js';
import { waitFor } from '../wait-for.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { exists, sessionOf, startScenario } from './start-scenario.js';

/** A shell command that says it has begun and then goes on until somebody ends it. */
const ENDLESS = 'touch begun && tail -f /dev/null';

/** Turns that are ended from outside: by the deadline, the caller, or the host's going. */
export function stoppingScenarios(agent: ScenarioAgent): void {
  const { name, tools, transports } = agent;

  describe.each(Object.values(transports))(`the real ${name} over %s`, (transport) => {
    it('that runs into its deadline gives a report and can be continued', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      model.script('take for ever', [hang({ firstWords: 'I am thinking about it. ' })]);
      model.script('and now', [text('Done at last.')]);
      const client = await scenario.connect();
      const result = await client.call(name, { prompt: 'take for ever', transport, timeout_ms: 15_000 });
      expect(result.isError).toBe(true);
      const session = sessionOf(result.text);
      expect(result.text).toContain('timed out after 15000 ms');
      expect(result.text).toContain(`${name}_reply({ session: "${session}", prompt: "…" })`);
      expect(result.text).toContain('give a larger timeout_ms (it was 15000)');
      expect(result.meta['agentmount/report']).toMatchObject({ cause: { class: 'timeout' }, resumable: true });
      await expectNoProcesses(scenario.home, { except: processMatcher({ pids: [client.pid] }) });
      expect((await client.call(`${name}_sessions`)).text).toContain(session);
      const reply = await client.call(`${name}_reply`, { session, prompt: 'and now?', transport });
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text).toContain('Done at last.');
    });

    it('that is cancelled while it speaks stops, gets no response, and can be continued', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      const held = hold({ firstWords: 'I begin to speak. ', rest: 'Never heard.' });
      model.script('speak slowly', [held]);
      model.script('go on', [text('Going on.')]);
      const client = await scenario.connect();
      const cancelling = new AbortController();
      const call = client
        .call(name, { prompt: 'speak slowly', transport }, { signal: cancelling.signal })
        .catch(() => 'cancelled');
      await held.started;
      cancelling.abort();
      expect(await call).toBe('cancelled');
      const request = await model.waitForRequest('speak slowly');
      expect(await request.ended).toBe('client-closed');
      await expectNoProcesses(scenario.home, { except: processMatcher({ pids: [client.pid] }) });
      // The processes are gone a moment before the turn has been put in order.
      await waitFor(async () => (await client.call(`${name}_running`)).text.startsWith('No '), {
        what: 'the turn to be over',
      });
      const session = await waitFor(
        async () => /\n([0-9a-f-]{36}) · interrupted/.exec((await client.call(`${name}_sessions`)).text)?.[1],
        { what: 'the session to be listed as interrupted' },
      );
      const reply = await client.call(`${name}_reply`, { session, prompt: 'go on', transport });
      expect(reply.text).toContain('Going on.');
      const answers = client.lines.filter((line) => line.includes('"result"') && line.includes('speak slowly'));
      expect(answers).toEqual([]);
    });

    it('that is cancelled in the middle of a shell command leaves no process of it', async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      model.script('run something endless', [tools.callShell(ENDLESS), text('Never said.')]);
      const client = await scenario.connect();
      const cancelling = new AbortController();
      const call = client
        .call(name, { prompt: 'run something endless', transport }, { signal: cancelling.signal })
        .catch(() => 'cancelled');
      await waitFor(() => exists(join(home.work, 'begun')), { what: 'the shell command to begin', timeoutMs: 90_000 });
      cancelling.abort();
      expect(await call).toBe('cancelled');
      await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
      model.script('still there', [text('Still here.')]);
      expect((await client.call(name, { prompt: 'still there?', transport })).text).toContain('Still here.');
    });
  });

  describe(`the host of a running ${name} turn`, () => {
    it.each([
      ['closes stdin', 0],
      ['sends SIGINT and leaves stdin open', 130],
      ['sends SIGTERM and then closes stdin', 143],
      ['sends SIGHUP', 129],
      ['closes our stdout', 0],
    ] as const)('%s: everything is ended, and the exit code is %i', async (what, code) => {
      await using scenario = await startScenario(agent, { SPARES: '1' });
      const { model, home } = scenario;
      model.script('run something endless', [tools.callShell(ENDLESS), text('Never said.')]);
      await using server = await startRawServer({
        command: process.execPath,
        args: [agent.program],
        env: home.env,
        cwd: home.work,
      });
      await server.initialize();
      await server.send({
        jsonrpc: '2.0',
        id: 'turn',
        method: 'tools/call',
        params: { name, arguments: { prompt: 'run something endless' }, _meta: { progressToken: 'p' } },
      });
      await waitFor(() => exists(join(home.work, 'begun')), { what: 'the shell command to begin', timeoutMs: 90_000 });
      if (what === 'closes stdin') server.endInput();
      else if (what.includes('SIGINT')) server.kill('SIGINT');
      else if (what.includes('SIGHUP')) server.kill('SIGHUP');
      else if (what === 'closes our stdout') server.closeOutput();
      else {
        server.kill('SIGTERM');
        server.endInput();
      }
      expect(await server.waitForExit()).toEqual({ code, signal: null });
      await expectNoProcesses(home);
      expect(
        server.lines.map((line) => JSON.parse(line) as { jsonrpc?: string }).every(({ jsonrpc }) => jsonrpc === '2.0'),
      ).toBe(true);
    });
  });
}
