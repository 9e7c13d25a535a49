import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hold, text } from '../model-steps.js';
import { waitFor } from '../wait-for.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { exists, sessionOf, startScenario, turnOf } from './start-scenario.js';

/** Messages into a turn that is executing. */
export function reachingScenarios(agent: ScenarioAgent): void {
  const { name, tools, transports } = agent;

  describe(`a running turn of the real ${name}`, () => {
    it(`takes a steer (${agent.steer})`, async () => {
      await using scenario = await startScenario(agent);
      const { model, home } = scenario;
      model.script('count to a thousand', [tools.callShell('touch begun && tail -f /dev/null'), text('Counted.')]);
      model.script('stop counting', [text('STEERED.')]);
      const client = await scenario.connect();
      const call = client.call(name, { prompt: 'count to a thousand' });
      await waitFor(() => exists(join(home.work, 'begun')), { what: 'the shell command to begin', timeoutMs: 90_000 });
      // The command may have begun before the agent has told of it, and with that of a session that is there to stay.
      const session = await waitFor(
        async () => {
          const [, line = ''] = (await client.call(`${name}_running`)).text.split('\n');
          return /^\[session: ([^\]]+)\]/.exec(line)?.[1];
        },
        { what: 'the session to be told', timeoutMs: 60_000 },
      );
      const sent = await client.call(`${name}_send`, { session, message: 'stop counting' });
      expect(sent.isError, sent.text).toBe(false);
      expect(sent.text).toMatch(/\(running for \d/);
      if (agent.steer === 'redirects') {
        expect(sent.text).toMatch(/^Interrupted session /);
        const result = await call;
        expect(result.isError, result.text).toBe(false);
        expect(result.text).toContain('STEERED.');
      } else {
        expect(sent.text).toMatch(/^Sent steer to session /);
        await client.call(`${name}_send`, { session, command: 'abort' });
        expect((await call).isError).toBe(true);
      }
    });

    it('takes a follow-up, which is worked on after the prompt', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      const held = hold({ firstWords: 'First ', rest: 'answer.' });
      model.script('the first task', [held]);
      model.script('and the second', [text('Second answer.')]);
      const client = await scenario.connect();
      const call = client.call(name, { prompt: 'the first task' });
      await held.started;
      const running = await client.call(`${name}_running`);
      const turn = turnOf(running.text.split('\n')[1] ?? '');
      const sent = await client.call(`${name}_send`, { turn, command: 'follow_up', message: 'and the second' });
      expect(sent.text).toMatch(/^Queued follow_up for /);
      held.release();
      const result = await call;
      expect(result.isError, result.text).toBe(false);
      expect(result.text).toContain('Second answer.');
      expect(result.text).toContain('First answer.');
    });

    it('is aborted, says so in its report, and is gone for later messages', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      const held = hold({ firstWords: 'Said so far. ', rest: 'Never.' });
      model.script('talk', [held]);
      const client = await scenario.connect();
      const call = client.call(name, { prompt: 'talk' });
      await held.started;
      const running = await client.call(`${name}_running`);
      const turn = turnOf(running.text.split('\n')[1] ?? '');
      const sent = await client.call(`${name}_send`, { turn });
      expect(sent.text).toMatch(/^Sent abort to /);
      const result = await call;
      expect(result.isError).toBe(true);
      expect(result.text).toContain('aborted');
      expect(result.text).toContain('The turn closed itself');
      const late = await client.call(`${name}_send`, { turn, message: 'too late' });
      expect(late.isError).toBe(true);
      expect(late.text).toContain(`${name}_reply({ session: "${sessionOf(result.text)}"`);
    });

    it(`over ${transports.oneShot} refuses a steer, naming the transport that can, and is aborted`, async () => {
      await using scenario = await startScenario(agent);
      const held = hold({ firstWords: 'Talking. ', rest: 'Never.' });
      scenario.model.script('talk', [held]);
      const client = await scenario.connect();
      const call = client.call(name, { prompt: 'talk', transport: transports.oneShot });
      await held.started;
      const running = await client.call(`${name}_running`);
      const turn = turnOf(running.text.split('\n')[1] ?? '');
      const steer = await client.call(`${name}_send`, { turn, message: 'faster' });
      expect(steer.isError).toBe(true);
      expect(steer.text).toContain(transports.reachable);
      await client.call(`${name}_send`, { turn, command: 'abort' });
      expect((await call).text).toContain('aborted');
    });
  });
}
