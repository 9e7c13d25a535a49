import { expectNoProcesses, processMatcher } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { startRecursion } from './recursive-qwen.js';

it('a qwen that delegates to itself is refused beyond the depth and told why, also when the variable that counts is dropped', async () => {
  await using scenario = await startRecursion(['env', '-u', 'AGENTMOUNT_DEPTH'], { QWEN_MCP_MAX_DEPTH: '1' });
  const { model, home } = scenario;
  const client = await scenario.connect();
  const { text: report } = await client.call('qwen', { prompt: 'Level 0.' });
  expect(report).toContain('Level 0 was told: ');
  expect(report).toContain('this server already runs 1 delegation deep, and QWEN_MCP_MAX_DEPTH allows 1');
  expect(report).toContain('do the task yourself instead of delegating it further');
  expect(model.requests.filter(({ text }) => text.includes('Level 1.'))).toEqual([]);
  await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
});
