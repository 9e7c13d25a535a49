import { expect, test } from 'vitest';
import { readVersion } from '../../src/process/read-version.js';
import { aliveWith, until } from './support.js';

const env = { PATH: '/usr/bin:/bin' };
const shell = { command: '/bin/sh', args: ['-c'], path: '/bin/sh' };

test.each([
  ['0.24.4', '0.24.4'],
  ['mint 1.2.3-beta.1+5 (Mint Code)', '1.2.3-beta.1+5'],
  ['v22.19.0', '22.19.0'],
  ['Using 10 cores\nmint-cli 0.1.0', '0.1.0'],
])('a version that is printed as %j', async (text, version) => {
  expect(await readVersion(shell, [`echo '${text}'`], env)).toBe(version);
});

test('a version on stderr, after which stdout comes first', async () => {
  expect(await readVersion(shell, ['echo 1.1.1 >&2'], env)).toBe('1.1.1');
  expect(await readVersion(shell, ['echo 1.1.1 >&2; echo 2.2.2'], env)).toBe('2.2.2');
});

test('none where there is none', async () => {
  expect(await readVersion(shell, ['echo hello; exit 3'], env)).toBe(undefined);
  expect(await readVersion({ command: '/nowhere/mint', args: [], path: '/nowhere/mint' }, ['--version'], env)).toBe(
    undefined,
  );
});

test('a program that floods, or that waits for input, does not hold us up, and is gone', async () => {
  const mark = `mark-${process.pid}-${performance.now()}`;
  expect(await readVersion(shell, ['echo 1.2.3; yes'], { ...env, MARK: mark })).toBe('1.2.3');
  expect(await readVersion(shell, ['cat; echo 4.5.6'], { ...env, MARK: mark })).toBe('4.5.6');
  await until('all to be gone', () => aliveWith(mark).length === 0);
});

test('pages of digits are not scanned again for each of them', async () => {
  let longest = 0;
  let last = performance.now();
  const clock = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  expect(await readVersion(shell, ["printf '%065000d' 7"], env)).toBe(undefined);
  expect(await readVersion(shell, ["printf '%060000d 1.2.3' 7"], env)).toBe('1.2.3');
  clearInterval(clock);
  // Half a minute, if they were.
  expect(longest).toBeLessThan(10_000);
});
