import { expectNoProcesses, processMatcher } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { startRecursion } from './recursive-qwen.js';

it('a qwen that delegates to itself without end stops at the default depth of two, and every level gets its answer', async () => {
  await using scenario = await startRecursion([]);
  const { model, home } = scenario;
  const client = await scenario.connect();
  const { text: report } = await client.call('qwen', { prompt: 'Level 0.' }, { timeoutMs: 400_000 });
  expect(report).toMatch(
    /Level 0 was told: [\s\S]*Level 1 was told: [\s\S]*2 delegations deep, and QWEN_MCP_MAX_DEPTH allows 2/,
  );
  expect(model.requests.filter(({ text }) => text.includes('Level 2.'))).toEqual([]);
  await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
}, 500_000);
