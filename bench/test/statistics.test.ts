import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, pairedRatio, percentile } from '../figures/statistics.js';

describe('median', () => {
  it('is the value in the middle, or the mean of the two', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBe(0);
  });

  it('has as many values at or below it as at or above it, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
        const middle = median(values);
        const low = values.filter((value) => value <= middle).length;
        const high = values.filter((value) => value >= middle).length;
        return low * 2 >= values.length && high * 2 >= values.length && middle === median(values.toReversed());
      }),
    );
  });
});

describe('percentile', () => {
  it('is the value below which that part lies', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('pairedRatio', () => {
  it('compares round by round, so that a machine that slows down does not show', () => {
    const base = [10, 20, 40, 80, 160];
    expect(
      pairedRatio(
        base.map((value) => value / 4),
        base,
      ),
    ).toBe(0.25);
    // The ratio of the medians would be 1.
    expect(pairedRatio([1, 10, 10], [2, 20, 10])).toBe(0.5);
  });

  it('leaves out rounds that one of the two has not, and those without a base', () => {
    expect(pairedRatio([1, 2, 3], [2])).toBe(0.5);
    expect(pairedRatio([1, 5], [0, 10])).toBe(0.5);
  });
});
