import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createExclusive } from '../../src/state/exclusive-file.js';
import { FolderLock, LockStuck } from '../../src/state/folder-lock.js';
import { FolderSilent } from '../../src/state/folder-problem.js';
import { newLockOwner } from '../../src/state/lock-owner.js';
import { tryOwnerLock } from '../../src/state/owner-lock.js';
import { deadProcess, stateFolder, temporaryFolder, until } from './support.js';

test('lets one work at a time, and gives the lock back whatever the work does', async () => {
  const path = await temporaryFolder();
  const locks = [new FolderLock(stateFolder(path)), new FolderLock(stateFolder(path))];
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => locks[number % 2]?.hold(join(path, 'a.lock'), work)));
  const failing = locks[0]?.hold(join(path, 'a.lock'), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await readdir(path)).toEqual([]);
});

test('tells the work whether the holder before died', async () => {
  const path = await temporaryFolder();
  const lock = new FolderLock(stateFolder(path));
  const owner = { ...(await newLockOwner()), ...(await deadProcess()) };
  await createExclusive(join(path, 'a.lock'), JSON.stringify(owner));
  expect(await lock.hold(join(path, 'a.lock'), async (afterDeath) => afterDeath)).toBe(true);
  expect(await lock.hold(join(path, 'a.lock'), async (afterDeath) => afterDeath)).toBe(false);
});

test('gives up on a holder that does not go on, naming it and what to do, and comes back when it does', async () => {
  const path = await temporaryFolder();
  const folder = stateFolder(path);
  const lock = new FolderLock(folder, 50);
  const { lock: other } = await tryOwnerLock(join(path, 'a.lock'));
  const stuck = await lock.hold(join(path, 'a.lock'), async () => undefined).catch((error: unknown) => error);
  expect(stuck).toBeInstanceOf(LockStuck);
  folder.failed('nothing works', stuck);
  expect(folder.warnings()[0]).toMatch(
    new RegExp(`process ${process.pid} on .* and does not go on. To mend it, end that process or`),
  );
  await other?.release();
  expect(await lock.hold(join(path, 'a.lock'), async () => 'done')).toBe('done');
});

test('waits as long as the lock goes from one holder to the next', async () => {
  const path = await temporaryFolder();
  const lock = new FolderLock(stateFolder(path), 2_000);
  await tryOwnerLock(join(path, 'a.lock'));
  let isHeld = false;
  const held = lock.hold(join(path, 'a.lock'), async () => {
    isHeld = true;
  });
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    await delay(20);
    // Replaced at once, as by somebody who is always quicker.
    await tryOwnerLock(join(path, 'b.lock'));
    await rename(join(path, 'b.lock'), join(path, 'a.lock'));
  }
  expect(isHeld).toBe(false);
  await unlink(join(path, 'a.lock'));
  await held;
});

test('a lock that names nobody is told by its path', async () => {
  const path = await temporaryFolder();
  await createExclusive(join(path, 'a.lock'), 'nobody');
  const held = new FolderLock(stateFolder(path), 50).hold(join(path, 'a.lock'), async () => undefined);
  await expect(held).rejects.toThrow(`${join(path, 'a.lock')} names no owner`);
});

test('work that a silent folder finishes late still gives the lock back', async () => {
  const path = await temporaryFolder();
  const lock = new FolderLock(stateFolder(path, 100));
  const { promise, resolve } = Promise.withResolvers<string>();
  await expect(lock.hold(join(path, 'a.lock'), () => promise)).rejects.toBeInstanceOf(FolderSilent);
  expect(await readdir(path)).toEqual(['a.lock']);
  resolve('late');
  await until('the lock to go', async () => (await readdir(path)).length === 0);
});
