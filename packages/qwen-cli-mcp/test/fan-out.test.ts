import { expectNoProcesses } from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { fanOut } from './fan-out.js';
import { qwenAgent } from './qwen-agent.js';

describe('many calls at once, with default settings', () => {
  it('eight: all succeed, those that wait say so, and nothing is left', async () => {
    await using scenario = await startScenario(qwenAgent, { SPARES: '1' });
    const client = await scenario.connect();
    // Four turns run at once; the others wait.
    expect(await fanOut(client, scenario.model, 8)).toBeGreaterThanOrEqual(4);
    expect(await client.close()).toEqual({ code: 0, signal: null });
    await expectNoProcesses(scenario.home);
  }, 600_000);
});
