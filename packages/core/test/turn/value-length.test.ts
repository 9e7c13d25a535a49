import { describe, expect, it } from 'vitest';
import { valueLength } from '../../src/turn/value-length.js';

describe('valueLength', () => {
  it('is about as long as the value written down', () => {
    for (const value of [
      'x'.repeat(10_000),
      { a: ['y'.repeat(5_000)], ['k'.repeat(5_000)]: 1 },
      Array(1_000).fill('1234567890'),
    ]) {
      const written = JSON.stringify(value).length;
      expect(valueLength(value)).toBeGreaterThan(written * 0.9);
      expect(valueLength(value)).toBeLessThan(written * 3);
    }
  });

  it('is infinite for what is nested too deep to be written down', () => {
    let nested: unknown = 'x';
    for (let depth = 0; depth < 1_000_000; depth += 1) nested = [nested];
    expect(valueLength(nested)).toBe(Number.POSITIVE_INFINITY);
    expect(valueLength([[[null, true, 1]]])).toBeLessThan(200);
  });
});
