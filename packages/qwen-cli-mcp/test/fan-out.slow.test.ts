import { expectNoProcesses } from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { expect, it } from 'vitest';
import { fanOut } from './fan-out.js';
import { qwenAgent } from './qwen-agent.js';

it('sixty-four calls at once, with default settings: all succeed, those that wait say so, and nothing is left', async () => {
  await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
  const client = await scenario.connect();
  expect(await fanOut(client, scenario.model, 64)).toBeGreaterThanOrEqual(60);
  expect(await client.close()).toEqual({ code: 0, signal: null });
  await expectNoProcesses(scenario.home);
}, 900_000);

it('sixteen at once on each of two servers: all succeed within the common limit', async () => {
  await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
  const clients = [await scenario.connect(), await scenario.connect()];
  await Promise.all(clients.map((client, index) => fanOut(client, scenario.model, 16, `server ${index} task`)));
  for (const client of clients) expect(await client.close()).toEqual({ code: 0, signal: null });
  await expectNoProcesses(scenario.home);
}, 900_000);
