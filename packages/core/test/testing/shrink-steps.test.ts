import { describe, expect, it } from 'vitest';
import { shrinkSteps } from '../../src/testing/shrink-steps.js';
import type { Step } from '../../src/testing/step.js';

const steps = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => ({ call: 'frame', line: String(index) }));
const lines = (list: readonly Step[]) => list.map((step) => (step.call === 'frame' ? Number(step.line) : -1));

describe('shrinkSteps', () => {
  it('keeps what is needed and its order', () => {
    const needed = [3, 40, 41, 99];
    const fails = (list: readonly Step[]) => needed.every((line) => lines(list).includes(line));
    expect(lines(shrinkSteps(steps(100), fails))).toEqual(needed);
  });

  it('comes to the end when one step can only go after another', () => {
    // An even step is needed as long as the odd one after it is there.
    const fails = (list: readonly Step[]) => {
      const left = new Set(lines(list));
      return left.has(9) && [1, 3, 5, 7].every((odd) => !left.has(odd) || left.has(odd - 1));
    };
    expect(lines(shrinkSteps(steps(10), fails))).toEqual([9]);
  });

  it('leaves nothing when nothing is needed, and everything when all is', () => {
    expect(shrinkSteps(steps(5), () => true)).toEqual([]);
    expect(shrinkSteps(steps(5), (list) => list.length === 5)).toEqual(steps(5));
    expect(shrinkSteps([], () => true)).toEqual([]);
  });

  it('gives up in time on a list that is too long', () => {
    let tries = 0;
    const fails = (list: readonly Step[]) => {
      tries += 1;
      return list.length === 5000;
    };
    expect(shrinkSteps(steps(5000), fails)).toHaveLength(5000);
    expect(tries).toBeLessThanOrEqual(3001);
  });
});
