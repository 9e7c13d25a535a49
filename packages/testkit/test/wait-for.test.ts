import { expect, test } from 'vitest';
import { waitFor } from '../src/index.js';

test('gives the first value that is not false, null or undefined', async () => {
  const values = [undefined, null, false, 0];
  expect(await waitFor(() => values.shift(), { what: 'a value' })).toBe(0);
  expect(values).toEqual([]);
});

test('looks again when the condition throws, and says what was missing', async () => {
  let looks = 0;
  const condition = () => {
    looks += 1;
    if (looks < 3) throw new Error('not yet');
    return Promise.resolve('there');
  };
  expect(await waitFor(condition, { what: 'the third look' })).toBe('there');
  await expect(waitFor(() => false, { what: () => `look ${looks}`, timeoutMs: 20 })).rejects.toThrow(
    'Waited 20 ms for look 3',
  );
  const broken = () => Promise.reject(new Error('no such file'));
  await expect(waitFor(broken, { what: 'a file', timeoutMs: 0 })).rejects.toThrow(
    'Waited 0 ms for a file (last look: no such file)',
  );
});
