import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FolderWatch } from '../../src/state/folder-watch.js';
import { temporaryFolder, until } from './support.js';

const SELDOM = 2_000_000_000;

test('calls back after a change, once for many, and no more when stopped', async () => {
  const folder = await temporaryFolder();
  let calls = 0;
  const watch = new FolderWatch(SELDOM, () => {
    calls += 1;
  });
  watch.start(folder);
  watch.start(folder);
  await Promise.all(Array.from({ length: 50 }, (_, number) => writeFile(join(folder, `f${number}`), '')));
  await until('a call', () => calls > 0);
  expect(calls).toBeLessThan(50);
  watch.stop();
  const before = calls;
  await writeFile(join(folder, 'last'), '');
  await delay(100);
  expect(calls).toBe(before);
  watch.start(folder);
  await writeFile(join(folder, 'again'), '');
  await until('a call', () => calls > before);
  watch.stop();
});

test('polls what cannot be watched, and watches it once it is there', async () => {
  const folder = join(await temporaryFolder(), 'later');
  let calls = 0;
  const watch = new FolderWatch(20, () => {
    calls += 1;
  });
  watch.start(folder);
  await until('two calls', () => calls >= 2);
  watch.stop();
  const other = new FolderWatch(SELDOM, () => {
    calls = -1;
  });
  other.start(folder);
  await mkdir(folder);
  other.start(folder);
  await writeFile(join(folder, 'f'), '');
  await until('a call', () => calls === -1);
  other.stop();
});
