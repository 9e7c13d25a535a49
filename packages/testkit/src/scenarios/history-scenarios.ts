import { describe, expect, it } from 'vitest';
import { text } from '../model-steps.js';
import type { ScenarioAgent } from './scenario-agent.js';
import { sessionOf, startScenario } from './start-scenario.js';

/** What a session's history shows, read from the file that the real agent wrote. */
export function historyScenarios(agent: ScenarioAgent): void {
  describe(`${agent.name}_history`, () => {
    it('shows the conversation, page by page, without thoughts, tool lines only when asked for', async () => {
      await using scenario = await startScenario(agent);
      const { model } = scenario;
      model.script('Make a note.', [
        agent.tools.callShell('echo made > note.txt'),
        text('The note is made.', { thinking: 'A secret thought.' }),
      ]);
      model.script('Anything else?', [text('Nothing else.')]);
      const client = await scenario.connect();
      const session = sessionOf((await client.call(agent.name, { prompt: 'Make a note.' })).text);
      await client.call(`${agent.name}_reply`, { session, prompt: 'Anything else?' });

      // Another server, with no turn of its own: all it has is the index and the agent's file.
      const other = await scenario.connect();
      const read = (more: Record<string, unknown> = {}) => other.call(`${agent.name}_history`, { session, ...more });
      const whole = await read();
      expect(whole.isError).toBe(false);
      const order = ['Make a note.', 'The note is made.', 'Anything else?', 'Nothing else.'];
      const places = order.map((words) => whole.text.indexOf(words));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(whole.text).not.toContain('A secret thought.');
      expect(whole.text).not.toContain('echo made');
      expect((await read({ include_tools: true })).text).toContain('echo made > note.txt');

      const newest = await read({ limit: 1 });
      expect(newest.text).toContain('Nothing else.');
      expect(newest.text).not.toContain('The note is made.');
      const cursor = /cursor: "([^"]+)"/.exec(newest.text)?.[1];
      const older = await read({ limit: 10, cursor });
      expect(older.text).toContain('Anything else?');
      expect(older.text).not.toContain('Nothing else.');

      expect((await read({ cursor: 'nonsense' })).text).toMatch(/cursor/);
      expect((await other.call(`${agent.name}_history`, { session: '../../etc' })).isError).toBe(true);
    });
  });
}
