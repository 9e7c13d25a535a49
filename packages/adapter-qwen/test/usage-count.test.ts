import { describe, expect, it } from 'vitest';
import { createUsageCount } from '../src/usage-count.js';

describe('usage', () => {
  it('is the difference of totals in a session that began here', () => {
    const count = createUsageCount(false);
    expect(count.step({ input: 10, output: 1 })).toEqual([{ type: 'usage', scope: 'step', input: 10, output: 1 }]);
    expect(count.total({ input: 10, output: 1 })).toEqual([{ type: 'usage', scope: 'prompt', input: 10, output: 1 }]);
    expect(count.total({ input: 35, output: 3 })).toEqual([{ type: 'usage', scope: 'prompt', input: 25, output: 2 }]);
  });

  it('rests on the steps in the first prompt of a session that was continued', () => {
    const count = createUsageCount(true);
    expect(count.total({ input: 1_000, output: 50 })).toEqual([]);
    expect(count.total({ input: 1_010, output: 51 })).toEqual([
      { type: 'usage', scope: 'prompt', input: 10, output: 1 },
    ]);
  });

  it('begins again with a new session', () => {
    const count = createUsageCount(false);
    count.total({ input: 100, output: 5 });
    count.restart();
    expect(count.total({ input: 40, output: 2 })).toEqual([{ type: 'usage', scope: 'prompt', input: 40, output: 2 }]);
  });

  it('is unknown, not 0, when nothing was counted, and never negative', () => {
    const count = createUsageCount(false);
    expect(count.step({ input: 0, output: 0 })).toEqual([]);
    expect(count.total({ input: 0, output: 0 })).toEqual([]);
    count.total({ input: 100, output: 5 });
    expect(count.total({ input: 90, output: 4 })).toEqual([]);
  });
});
