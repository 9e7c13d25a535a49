import { expect, it } from 'vitest';
import { interleave, medians, ratioOf, valuesOf } from '../figures/interleave.js';

it('measures in turn, every other round backwards, and leaves the first rounds out', async () => {
  const order: string[] = [];
  let clock = 0;
  const subject = (what: string, takes: number) => ({
    what,
    async prepare() {
      order.push(`(${what})`);
    },
    async run() {
      order.push(what);
      clock += 1;
      return { s: takes * clock, size: 3 };
    },
  });
  const rounds = await interleave([subject('direct', 4), subject('ours', 1)], 2, 1);
  expect(order.join(' ')).toBe('(direct) direct (ours) ours (ours) ours (direct) direct (direct) direct (ours) ours');
  expect(valuesOf(rounds, 'direct', 's')).toEqual([16, 20]);
  expect(valuesOf(rounds, 'ours', 's')).toEqual([3, 6]);
  expect(ratioOf(rounds, 's', 'ours', 'direct')).toBeCloseTo((3 / 16 + 6 / 20) / 2);
  expect(medians(rounds, 'direct', 's')).toEqual([
    { what: 'direct', figures: { s: 18, size: 3, 's: times direct': 1 } },
    { what: 'ours', figures: { s: 4.5, size: 3, 's: times direct': (3 / 16 + 6 / 20) / 2 } },
  ]);
  expect(() => valuesOf(rounds, 'theirs', 's')).toThrow('Nothing was measured under "theirs".');
});
