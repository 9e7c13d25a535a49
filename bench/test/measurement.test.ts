import { describe, expect, it } from 'vitest';
import { percentile, table } from '../server/measurement.js';

describe('table', () => {
  it('aligns figures under their names, and leaves out what was not measured', () => {
    const text = table([
      { what: 'one', figures: { 'MB above idle': 12.345, pings: 7 } },
      { what: 'the other', figures: { pings: 1234.5 } },
    ]);
    expect(text.split('\n')).toEqual([
      '           MB above idle  pings',
      'one                 12.3      7',
      'the other                  1235',
    ]);
  });
});

describe('percentile', () => {
  it('is the value below which that part lies', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(percentile([], 0.5)).toBe(0);
  });
});
