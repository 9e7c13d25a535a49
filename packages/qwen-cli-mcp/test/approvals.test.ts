import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type McpClient, text, waitFor } from '@agentmount/testkit';
import { type Scenario, startScenario, turnOf } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { asksPerson } from './asks-person.js';
import { qwenAgent } from './qwen-agent.js';

const MODES = ['default', 'auto-edit', 'plan'] as const;
const { callShell, shell } = qwenAgent.tools;

/** Has the model run a command that leaves a file, and says at the end what became of it. */
function scriptCommand({ model }: Scenario, name: string): string {
  const prompt = `leave ${name}`;
  model.script(prompt, [callShell(`touch ${name}`), text('I am through.')]);
  return prompt;
}

/** Waits until the turn has ended, whatever it asks in between. */
async function reportOf(client: McpClient, turn: string) {
  return waitFor(
    async () => {
      const result = await client.call('qwen_wait', { turn });
      const facts = result.meta['agentmount/report'] as { readonly ending?: string };
      return facts.ending === undefined ? undefined : result;
    },
    { what: `the report of ${turn}`, timeoutMs: 90_000 },
  );
}

describe.each(['stream', 'print', 'acp'])('the real qwen over %s', (transport) => {
  it('does not run a shell command that nobody allowed, in any mode that asks or plans', async () => {
    await using scenario = await startScenario(qwenAgent, { APPROVAL_TIMEOUT_MS: '2000' });
    const client = await scenario.connect();
    const runs = MODES.map(async (mode) => {
      const given = { prompt: scriptCommand(scenario, `left-${mode}`), transport, approval_mode: mode };
      const { text: first } = await client.call('qwen', given);
      // Denied by the clock where the transport can ask, by the agent where it cannot.
      const asked = first.includes('[needs approval: ');
      const report = asked ? (await reportOf(client, turnOf(first))).text : first;
      return { mode, asked, report };
    });
    for (const { mode, asked, report } of await Promise.all(runs)) {
      expect(existsSync(join(scenario.home.work, `left-${mode}`)), `${mode}: ${report}`).toBe(false);
      expect(asked && mode !== 'plan', mode).toBe(transport !== 'print' && mode !== 'plan');
      if (asked) expect(report, mode).toContain(`${shell} was not allowed: nobody answered in time`);
    }
  });
});

describe.each(['stream', 'acp'])('the real qwen over %s, which can ask', (transport) => {
  it('runs the shell command that the caller allowed, and in plan none', async () => {
    await using scenario = await startScenario(qwenAgent);
    const client = await scenario.connect();
    const runs = (['default', 'plan'] as const).map(async (mode) => {
      const prompt = scriptCommand(scenario, `left-${mode}`);
      const { text: first } = await client.call('qwen', { prompt, transport, approval_mode: mode });
      let report = first;
      if (first.includes('[needs approval: ')) {
        expect(first).toContain(`touch left-${mode}`);
        await client.call('qwen_send', { turn: turnOf(first), command: 'allow' });
        report = (await reportOf(client, turnOf(first))).text;
      }
      return { mode, report };
    });
    for (const { mode, report } of await Promise.all(runs)) {
      expect(existsSync(join(scenario.home.work, `left-${mode}`)), `${mode}: ${report}`).toBe(mode !== 'plan');
    }
  });
});

asksPerson('stream');
