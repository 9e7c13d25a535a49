import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, tools } from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

const { shell } = qwenAgent.tools;

/** Two shell commands in one answer of the model, and a person who allows one of them. */
export function asksPerson(transport: string): void {
  describe('the real qwen', () => {
    it(`over ${transport} asks the person at a host of 2026-07-28 about several at once, and starts no second turn`, async () => {
      await using scenario = await startScenario(qwenAgent, { APPROVALS: 'person' });
      const { model, home } = scenario;
      const touch = (name: string) => ({
        name: shell,
        arguments: { command: `touch ${name}`, description: 'A step of the test', is_background: false },
      });
      model.script('leave two', [tools([touch('one'), touch('two')]), text('Only one.')]);
      const asked: string[] = [];
      const client = await scenario.connect({
        sdk: '2.x',
        protocol: '2026-07-28',
        async elicitation({ message }) {
          asked.push(message);
          await new Promise((resolve) => setTimeout(resolve, 700));
          return { action: 'accept', content: { decision: message.includes('touch one') ? 'allow' : 'deny' } };
        },
      });
      const result = await client.call('qwen', { prompt: 'leave two', transport, approval_mode: 'default' });
      expect(asked.map((message) => /touch (one|two)/.exec(message)?.[1]).sort(), result.text).toEqual(['one', 'two']);
      expect(existsSync(join(home.work, 'one'))).toBe(true);
      expect(existsSync(join(home.work, 'two'))).toBe(false);
      expect(result.text).toContain(`${shell} was not allowed: whoever was asked denied it`);
      expect(model.requests.filter(({ toolResults }) => toolResults.length === 0)).toHaveLength(1);
      expect((await client.call('qwen_sessions')).text).toMatch(/^1 known/);
    });
  });
}
