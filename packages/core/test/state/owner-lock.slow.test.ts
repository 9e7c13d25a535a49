import { readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createExclusive, type ExclusiveForm, readExclusive } from '../../src/state/exclusive-file.js';
import { type LockOwner, thisProcess } from '../../src/state/lock-owner.js';
import { tryOwnerLock } from '../../src/state/owner-lock.js';
import { sweepLocks } from '../../src/state/sweep-locks.js';
import { deadProcess, foreignProcess, Program, randomNumbers, temporaryFolder, until } from './support.js';

const KEY = 'abcdef0123456789';
const forms: readonly ExclusiveForm[] = ['symlink', 'file'];

async function lockOf(owner: Omit<LockOwner, 'key'>, key = KEY): Promise<string> {
  return JSON.stringify({ ...owner, key });
}

describe.each(forms)('a lock made as a %s', (form) => {
  test('names its owner, keeps others out, and is gone after the release', async () => {
    const path = join(await temporaryFolder(), 'a.lock');
    const first = await tryOwnerLock(path, form);
    expect(JSON.parse((await readExclusive(path)) ?? '')).toMatchObject(await thisProcess());
    const second = await tryOwnerLock(path, form);
    expect(second.lock).toBeUndefined();
    expect(second).toMatchObject({ owner: await thisProcess() });
    await first.lock?.release();
    expect(await readExclusive(path)).toBeUndefined();
    expect((await tryOwnerLock(path, form)).lock).toBeDefined();
  });

  test('is taken over at once when its owner is dead', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.lock');
    await createExclusive(path, await lockOf(await deadProcess()), form);
    const { lock } = await tryOwnerLock(path, form);
    expect(lock?.takenFrom?.key).toBe(KEY);
    expect(await readdir(folder)).toEqual(['a.lock']);
    await lock?.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('goes to exactly one of many that find its owner dead', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 30; round += 1) {
      const path = join(folder, 'a.lock');
      await createExclusive(path, await lockOf(await deadProcess(), `abcdef${String(round).padStart(4, '0')}`), form);
      const attempts = await Promise.all(Array.from({ length: 12 }, () => tryOwnerLock(path, form)));
      const winners = attempts.flatMap(({ lock }) => (lock ? [lock] : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('is taken over from a taker that died while taking', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.lock');
    const dead = await deadProcess();
    await createExclusive(path, await lockOf(dead), form);
    await createExclusive(`${path}.after-${KEY}`, await lockOf(dead, 'bbbbbbbbbb'), form);
    await createExclusive(`${path}.after-bbbbbbbbbb`, await lockOf(dead, 'cccccccccc'), form);
    const { lock } = await tryOwnerLock(path, form);
    expect(lock?.takenFrom?.key).toBe('cccccccccc');
    expect(await readdir(folder)).toEqual(['a.lock']);
  });

  test('stays with a taker that has not finished taking', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.lock');
    await createExclusive(path, await lockOf(await deadProcess()), form);
    await createExclusive(`${path}.after-${KEY}`, await lockOf(await thisProcess(), 'bbbbbbbbbb'), form);
    expect(await tryOwnerLock(path, form)).toMatchObject({ owner: { key: 'bbbbbbbbbb' } });
  });

  test('names an agent, which keeps it from others as long as it lives', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.lock');
    const agent = new Program('waits.ts', []);
    await agent.line('ready');
    const { lock } = await tryOwnerLock(path, form);
    await lock?.nameAgent(agent.child.pid ?? 0);
    expect(await readdir(folder)).toEqual(['a.lock']);
    const written = JSON.parse((await readExclusive(path)) ?? '');
    await lock?.release();
    // As if this process had been killed instead.
    await createExclusive(path, JSON.stringify({ ...written, startTime: '1' }), form);
    expect(await tryOwnerLock(path, form)).toMatchObject({
      lock: undefined,
      owner: { agent: { pid: agent.child.pid } },
    });
    await agent.kill();
    expect((await tryOwnerLock(path, form)).lock).toBeDefined();
  });
});

test('is never taken from another machine or container, however old it is', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.lock');
  await createExclusive(path, await lockOf(await foreignProcess()));
  expect(await tryOwnerLock(path)).toMatchObject({ lock: undefined, owner: { host: 'faraway' } });
  const contained = join(folder, 'b.lock');
  await createExclusive(contained, await lockOf({ ...(await deadProcess()), pidNamespace: 'pid:[1]' }));
  expect(await tryOwnerLock(contained)).toMatchObject({ lock: undefined, owner: { pidNamespace: 'pid:[1]' } });
});

test('is taken over after the machine was started anew, unless only its name tells that it is the same', async () => {
  const path = join(await temporaryFolder(), 'a.lock');
  const owner = { ...(await thisProcess()), bootId: 'the boot before' };
  await createExclusive(path, await lockOf(owner));
  expect((await tryOwnerLock(path)).lock !== undefined).toBe(owner.machineId !== '');
});

test.each(['', '{"pid":', '{}', '{"pid":1,"key":"abcdef0123456789"}', 'x'.repeat(5000)])(
  'a lock file that names nobody is left alone: %j',
  async (content) => {
    const path = join(await temporaryFolder(), 'a.lock');
    await writeFile(path, content);
    expect(await tryOwnerLock(path)).toEqual({ lock: undefined, owner: undefined });
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test('the release removes nobody else’s lock', async () => {
  const path = join(await temporaryFolder(), 'a.lock');
  const { lock } = await tryOwnerLock(path);
  const mine = await readlink(path);
  await lock?.release();
  const other = mine.replace(/"key":"[^"]+"/, '"key":"dddddddddddd"');
  await symlink(other, path);
  await lock?.release();
  await lock?.nameAgent(process.pid);
  expect(await readlink(path)).toBe(other);
});

test('an agent that is named while the lock is given back neither leaves anything nor touches the next holder’s lock', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.lock');
  for (let round = 0; round < 200; round += 1) {
    const { lock } = await tryOwnerLock(path);
    const named = lock?.nameAgent(process.pid);
    for (let tick = 0; tick < round % 10; tick += 1) await new Promise(setImmediate);
    await lock?.release();
    const next = await tryOwnerLock(path);
    const content = await readlink(path);
    await named;
    expect(await readlink(path)).toBe(content);
    await next.lock?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test('the sweep removes what the dead left, and nothing else', async () => {
  const folder = await temporaryFolder();
  const put = async (name: string, owner: Omit<LockOwner, 'key'>, key?: string) =>
    createExclusive(join(folder, name), await lockOf(owner, key));
  const dead = await deadProcess();
  await put('dead.lock', dead);
  await put('chain.lock', dead, 'eeeeeeeeee');
  await put('chain.lock.after-eeeeeeeeee', dead, 'ffffffffff');
  await put('gone.lock.after-eeeeeeeeee', dead);
  await put('mine.lock', await thisProcess());
  await put('mine.lock.after-eeeeeeeeee', dead);
  await put('faraway.lock', await foreignProcess());
  await writeFile(join(folder, 'note.lock'), 'a person wrote this');
  await sweepLocks(folder);
  expect((await readdir(folder)).sort()).toEqual(['faraway.lock', 'mine.lock', 'note.lock']);
});

test.each(forms)('processes that are killed while they hold it or take it never share it (%s)', async (form) => {
  const folder = await temporaryFolder();
  const random = randomNumbers(form === 'symlink' ? 7 : 8);
  const start = (seed: number) => new Program('lock-fighter.ts', [folder, form, String(seed)]);
  const fighters = Array.from({ length: 6 }, (_, seed) => start(seed));
  const all = [...fighters];
  for (let kill = 0; kill < 25; kill += 1) {
    const at = Math.floor(random() * fighters.length);
    await fighters[at]?.line('held');
    await delay(random() * 30);
    await fighters[at]?.kill();
    const next = start(100 + kill);
    fighters[at] = next;
    all.push(next);
  }
  const held = () => all.flatMap(({ lines }) => lines).filter((line) => line === 'held').length;
  await until('each to have had it', () => fighters.every(({ lines }) => lines.includes('held')));
  await Promise.all(fighters.map((fighter) => fighter.finish()));
  expect(all.flatMap(({ lines }) => lines).filter((line) => line.startsWith('shared'))).toEqual([]);
  expect(all.map(({ errors }) => errors).join('')).toBe('');
  expect(held()).toBeGreaterThan(25);
  await sweepLocks(folder);
  expect((await readdir(folder)).filter((name) => name.startsWith('a.lock') && !name.endsWith('.draft'))).toEqual([]);
});
