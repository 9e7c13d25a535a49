import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CoreStartGate } from '../../src/state/core-start-gate.js';
import { never } from './support.js';

test('lets in as many as it may, first come first', async () => {
  const gate = new CoreStartGate(2);
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    Array.from({ length: 9 }, async (_, number) => {
      const leave = await gate.enter(never());
      inside += 1;
      expect(inside).toBeLessThanOrEqual(2);
      order.push(number);
      await delay(3);
      inside -= 1;
      leave();
      leave();
    }),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('as many as there are cores, unless told otherwise, and never none', async () => {
  const gate = new CoreStartGate();
  const inside = Array.from({ length: availableParallelism() }, () => gate.enter(never()));
  await Promise.all(inside);
  const outside = await Promise.race([gate.enter(never()), delay(20, 'outside')]);
  expect(outside).toBe('outside');
  for (const limit of [0, -3, Number.NaN]) (await new CoreStartGate(limit).enter(never()))();
});

test('one that waits leaves at once when aborted, and takes no place', async () => {
  const gate = new CoreStartGate(1);
  const leave = await gate.enter(never());
  const controller = new AbortController();
  const waits = gate.enter(controller.signal);
  const next = gate.enter(never());
  const reason = new Error('stopped');
  controller.abort(reason);
  await expect(waits).rejects.toBe(reason);
  leave();
  (await next)();
  await expect(gate.enter(AbortSignal.abort(reason))).rejects.toBe(reason);
  (await gate.enter(never()))();
});

test('an abort after the entry changes nothing', async () => {
  const gate = new CoreStartGate(1);
  const controller = new AbortController();
  const leave = await gate.enter(controller.signal);
  controller.abort();
  leave();
  (await gate.enter(never()))();
});
