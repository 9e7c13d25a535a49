import { describe, expect, it } from 'vitest';
import { createUsageCount } from '../src/usage.js';

const tokens = (input_tokens: number, output_tokens: number, more: object = {}) => ({
  input_tokens,
  output_tokens,
  ...more,
});
const result = (usage: object, total_cost_usd?: number) => ({ usage, total_cost_usd });

describe('usage', () => {
  it('is what a result says, cached tokens within the input, and the cost since the result before', () => {
    const count = createUsageCount(false);
    const cached = tokens(60, 5, { cache_creation_input_tokens: 10, cache_read_input_tokens: 30 });
    const first = { type: 'usage', scope: 'prompt', input: 100, output: 5 };
    expect(count.result(result(cached, 0.0006))).toEqual([{ ...first, cost: 0.0006 }]);
    expect(count.result(result(cached, 0.0018))).toEqual([{ ...first, cost: 0.0012 }]);
    expect(count.result(result(cached, 0.0018))).toEqual([first]);
    expect(count.result(result(cached))).toEqual([first]);
    expect(count.result(result(cached, 0.5))).toEqual([first]);
  });

  it('has no cost in the first prompt of a session that was continued, nor after another session', () => {
    const count = createUsageCount(true);
    expect(count.result(result(tokens(1, 1), 4))[0]).not.toHaveProperty('cost');
    expect(count.result(result(tokens(1, 1), 5))[0]).toHaveProperty('cost', 1);
    count.restart();
    expect(count.result(result(tokens(1, 1), 1))[0]).not.toHaveProperty('cost');
  });

  it('is unknown, not 0, when nothing was counted', () => {
    const count = createUsageCount(false);
    expect(count.result(result(tokens(0, 0), 0.0006))).toEqual([]);
    expect(count.result(result({}, 0.0006))).toEqual([]);
    expect(count.stream({ type: 'message_stop' })).toEqual([]);
  });

  it('of an interrupted prompt is that of its finished messages, at what all of it cost', () => {
    const count = createUsageCount(false);
    for (const output of [7, 9]) {
      count.stream({ type: 'message_start', message: { usage: tokens(100, 1) } });
      count.stream({ type: 'message_delta', usage: { output_tokens: output } });
      expect(count.stream({ type: 'message_stop' })).toEqual([{ type: 'usage', scope: 'step', input: 100, output }]);
    }
    count.stream({ type: 'message_start', message: { usage: tokens(100, 1) } });
    expect(count.result(result(tokens(0, 0), 0.3))).toEqual([
      { type: 'usage', scope: 'prompt', input: 200, output: 16, cost: 0.3 },
    ]);
    expect(count.result(result(tokens(0, 0), 0.3))).toEqual([]);
  });

  it('leaves out what something else has cost', () => {
    const count = createUsageCount(false);
    count.pass(result(tokens(1, 1), 2));
    expect(count.result(result(tokens(1, 1), 3))[0]).toHaveProperty('cost', 1);
  });
});
