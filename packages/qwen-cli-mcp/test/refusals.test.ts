import { expectNoProcesses, processMatcher } from '@agentmount/testkit';
import { startScenario } from '@agentmount/testkit/scenarios';
import { expect, it } from 'vitest';
import { qwenAgent } from './qwen-agent.js';

it("what only qwen's options can get wrong is refused by name, naming the transport that can", async () => {
  await using scenario = await startScenario(qwenAgent);
  const client = await scenario.connect();
  const cases: readonly (readonly [given: Record<string, unknown>, named: RegExp])[] = [
    [{ effort: 'low', transport: 'print' }, /effort.*print.*stream/],
    [{ effort: 'immense' }, /effort must be one of low, medium, high, xhigh, max/],
    [{ approval_mode: 'YOLO' }, /approval_mode must be one of plan, default, auto-edit, auto, yolo/],
    [{ approval_mode: '' }, /approval_mode must be one of/],
    [{ allowed_tools: 'read,grep,ls' }, /read.*read_file/],
    [{ allowed_tools: '--yolo' }, /--yolo/],
    [{ images: ['/x.png'], transport: 'print' }, /images.*print/],
    [{ images: ['x.png'], transport: 'acp' }, /images.*absolute/],
    [{ thinking: 'high' }, /no argument "thinking"/],
  ];
  for (const [given, named] of cases) {
    const result = await client.call('qwen', { prompt: 'a', ...given });
    expect(result.isError, result.text).toBe(true);
    expect(result.text).toMatch(named);
  }
  expect((await client.call('qwen_sessions')).text).toBe('No qwen session is known.');
  expect(scenario.model.requests).toEqual([]);
  await expectNoProcesses(scenario.home, { except: processMatcher({ pids: [client.pid] }) });
});
