import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Contender, whoMayRun } from '../../src/state/slot-order.js';

const orders = (contenders: readonly Contender[]) => contenders.map(({ order }) => order);

test('first come first, up to the limit', () => {
  const waiting = ['c', 'a', 'd', 'b'].map((order) => ({ order, limit: 4 }));
  expect(orders(whoMayRun(0, waiting))).toEqual(['a', 'b', 'c', 'd']);
  expect(orders(whoMayRun(2, waiting))).toEqual(['a', 'b']);
  expect(orders(whoMayRun(4, waiting))).toEqual([]);
});

test('one whose own limit is reached keeps nobody back', () => {
  const waiting = [
    { order: 'a', limit: 1 },
    { order: 'b', limit: 3 },
    { order: 'c', limit: 3 },
  ];
  expect(orders(whoMayRun(1, waiting))).toEqual(['b', 'c']);
  expect(orders(whoMayRun(0, waiting))).toEqual(['a', 'b', 'c']);
});

test('one that did not take its slot keeps it from nobody', () => {
  const waiting = [
    { order: 'a', limit: 1, passed: true },
    { order: 'b', limit: 1 },
    { order: 'c', limit: 1 },
  ];
  expect(orders(whoMayRun(0, waiting))).toEqual(['a', 'b']);
});

test('never more than any limit of those that may run, never fewer than there is room for, and nobody overtakes his equals', () => {
  const contender = fc.record({
    order: fc.string({ minLength: 3, maxLength: 3 }),
    limit: fc.integer({ min: 1, max: 6 }),
  });
  const contenders = fc.uniqueArray(contender, { selector: ({ order }) => order, maxLength: 12 });
  fc.assert(
    fc.property(fc.nat({ max: 8 }), contenders, (holders, waiting) => {
      const allowed = whoMayRun(holders, waiting);
      const total = holders + allowed.length;
      expect(total).toBeLessThanOrEqual(Math.max(holders, ...allowed.map(({ limit }) => limit)));
      const left = waiting.filter((one) => !allowed.includes(one));
      for (const one of left) expect(total).toBeGreaterThanOrEqual(one.limit);
      for (const one of left) {
        const overtakers = allowed.filter(({ order, limit }) => order > one.order && limit === one.limit);
        expect(overtakers).toEqual([]);
      }
    }),
  );
});
