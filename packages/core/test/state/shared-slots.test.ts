import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ProcessIdentity, processIdentity } from '../../src/process/process-identity.js';
import { createExclusive } from '../../src/state/exclusive-file.js';
import { newLockOwner, thisProcess } from '../../src/state/lock-owner.js';
import { SharedSlots } from '../../src/state/shared-slots.js';
import { formatSlotFile, type SlotState, slotName, slotOrder } from '../../src/state/slot-file.js';
import { readSlots } from '../../src/state/slot-folder.js';
import type { SlotRecord } from '../../src/state/slots.js';
import { deadProcess, foreignProcess, never, Program, stateFolder, temporaryFolder, until } from './support.js';

const turn = (id: string): SlotRecord => ({ turn: id, agent: 'toy', cwd: '/work/a' });

/** A server on the state folder at `path`. */
function slotsOn(path: string, limit = 2, depth = 0): SharedSlots {
  return new SharedSlots({ folder: stateFolder(path), limit, depth });
}

/** A turn of another server, as its file says. */
async function putSlot(
  folder: string,
  state: SlotState,
  server: ProcessIdentity,
  more: { depth?: number; limit?: number; createdAt?: number } = {},
): Promise<string> {
  const { depth = 0, limit = 2, createdAt = 1 } = more;
  await mkdir(join(folder, 'slots'), { recursive: true });
  const order = slotOrder(createdAt, Math.floor(Math.random() * 1e8), 'facade');
  const path = join(folder, 'slots', slotName(state, depth, order));
  await writeFile(path, formatSlotFile({ version: 1, state, depth, limit, createdAt, server, ...turn('other') }));
  return path;
}

/** The files that are finished; one that is being written has another name. */
async function files(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'slots'))).filter((name) => !name.startsWith('.')).sort();
}

describe('one server', () => {
  test('runs up to its limit, first come first, and leaves no file', async () => {
    const folder = await temporaryFolder();
    const slots = slotsOn(folder, 3);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const slot = await slots.acquire(turn(`t${number}`), never());
        order.push(number);
        running += 1;
        most = Math.max(most, running);
        await delay(3);
        running -= 1;
        await slot.release();
        await slot.release();
      }),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number));
    expect(await files(folder)).toEqual([]);
  });

  test('shows each turn as a file that a person can read', async () => {
    const folder = await temporaryFolder();
    const slots = slotsOn(folder, 1);
    const before = Date.now();
    const slot = await slots.acquire({ ...turn('t1'), session: 's1' }, never());
    const waits = slots.acquire(turn('t2'), never());
    await until('both files', async () => (await files(folder)).length === 2);
    const listed = await readSlots(stateFolder(folder));
    expect(listed).toMatchObject([
      {
        state: 'running',
        depth: 0,
        limit: 1,
        turn: 't1',
        agent: 'toy',
        cwd: '/work/a',
        session: 's1',
        server: await thisProcess(),
      },
      { state: 'waiting', depth: 0, limit: 1, turn: 't2', agent: 'toy', cwd: '/work/a', server: await thisProcess() },
    ]);
    expect(listed[0]?.createdAt).toBeGreaterThanOrEqual(before);
    expect(listed[0]?.startedAt).toBeGreaterThanOrEqual(listed[0]?.createdAt ?? Number.NaN);
    expect(listed[1]).not.toHaveProperty('startedAt');
    const [running = ''] = await files(folder);
    expect(running).toMatch(/^running-d0-/);
    expect(await readFile(join(folder, 'slots', running), 'utf8')).toContain('\n  "turn": "t1"');
    await slot.release();
    await (await waits).release();
  });

  test('a session that becomes known is added', async () => {
    const folder = await temporaryFolder();
    const slot = await slotsOn(folder).acquire(turn('t1'), never());
    await slot.update({ session: 's9' });
    expect(await readSlots(stateFolder(folder))).toMatchObject([{ turn: 't1', session: 's9', state: 'running' }]);
    await slot.release();
    await slot.update({ session: 's10' });
    expect(await files(folder)).toEqual([]);
  });

  test('one that waits leaves at once when aborted, its file too, and the next moves up', async () => {
    const folder = await temporaryFolder();
    const slots = slotsOn(folder, 1);
    const first = await slots.acquire(turn('t1'), never());
    const controller = new AbortController();
    const second = slots.acquire(turn('t2'), controller.signal);
    const third = slots.acquire(turn('t3'), never());
    await until('their files', async () => (await files(folder)).length === 3);
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    await until('its file to go', async () => (await files(folder)).length === 2);
    await first.release();
    await (await third).release();
    await expect(slots.acquire(turn('t4'), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await files(folder)).toEqual([]);
  });

  test('one that is aborted at any moment of its grant holds nothing', async () => {
    const folder = await temporaryFolder();
    const slots = slotsOn(folder, 1);
    for (let round = 0; round < 30; round += 1) {
      const controller = new AbortController();
      const waits = slots.acquire(turn('t'), controller.signal);
      for (let tick = 0; tick < round % 6; tick += 1) await new Promise(setImmediate);
      controller.abort();
      await waits.then(
        (slot) => slot.release(),
        () => undefined,
      );
      await (await slots.acquire(turn('u'), never())).release();
    }
    await until('no file', async () => (await files(folder)).length === 0);
  });
});

describe('several servers', () => {
  test('share one count', async () => {
    const folder = await temporaryFolder();
    const servers = [slotsOn(folder), slotsOn(folder), slotsOn(folder)];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        const slot = await servers[number % 3]?.acquire(turn(`t${number}`), never());
        running += 1;
        most = Math.max(most, running);
        await delay(3);
        running -= 1;
        await slot?.release();
      }),
    );
    expect(most).toBe(2);
    expect(await files(folder)).toEqual([]);
  });

  test('go by the time of the call, so that one with many turns does not keep another out', async () => {
    const folder = await temporaryFolder();
    const [many, one] = [slotsOn(folder, 1), slotsOn(folder, 1)];
    const order: string[] = [];
    const run = async (slots: SharedSlots, id: string) => {
      const slot = await slots.acquire(turn(id), never());
      order.push(id);
      await delay(5);
      await slot.release();
    };
    const waiting = async () => (await files(folder)).filter((name) => name.startsWith('waiting')).length;
    const first = await many.acquire(turn('first'), never());
    const early = Array.from({ length: 5 }, (_, number) => run(many, `early${number}`));
    await until('their files', async () => (await waiting()) === 5);
    const single = run(one, 'single');
    await until('its file', async () => (await waiting()) === 6);
    const late = Array.from({ length: 20 }, (_, number) => run(many, `late${number}`));
    await until('their files', async () => (await waiting()) === 26);
    await first.release();
    await Promise.all([...early, single, ...late]);
    expect(order.slice(0, 5)).toEqual(['early0', 'early1', 'early2', 'early3', 'early4']);
    // Its own server has to wake up for it, and may be given no time by a busy machine; some of the late may pass, not
    // all.
    expect(order.indexOf('single')).toBeLessThan(15);
    expect(order.filter((id) => id.startsWith('late'))).toEqual(
      Array.from({ length: 20 }, (_, number) => `late${number}`),
    );
  });

  test('each apply their own limit to the common count', async () => {
    const folder = await temporaryFolder();
    const [small, large] = [slotsOn(folder, 1), slotsOn(folder, 3)];
    const held = [await large.acquire(turn('t1'), never())];
    let isSmall = false;
    const waits = small.acquire(turn('t2'), never()).then((slot) => {
      isSmall = true;
      return slot;
    });
    await until('its file', async () => (await files(folder)).length === 2);
    held.push(await large.acquire(turn('t3'), never()), await large.acquire(turn('t4'), never()));
    expect(isSmall).toBe(false);
    for (const slot of held) await slot.release();
    await (await waits).release();
  });

  test('of one depth do not wait for those of another', async () => {
    const folder = await temporaryFolder();
    const outer = await slotsOn(folder, 1, 0).acquire(turn('t1'), never());
    const inner = await slotsOn(folder, 1, 1).acquire(turn('t2'), never());
    expect((await readSlots(stateFolder(folder))).map(({ depth }) => depth)).toEqual([0, 1]);
    await inner.release();
    await outer.release();
  });

  test('that died are not counted, and their files go', async () => {
    const folder = await temporaryFolder();
    for (const state of ['running', 'running', 'waiting'] as const) await putSlot(folder, state, await deadProcess());
    const slots = slotsOn(folder, 1);
    const slot = await slots.acquire(turn('t1'), never());
    expect(await files(folder)).toHaveLength(1);
    expect(await readSlots(stateFolder(folder))).toMatchObject([{ turn: 't1' }]);
    await slot.release();
  });

  test('that died while they wrote leave nothing behind, whoever takes the lock over', async () => {
    const folder = await temporaryFolder();
    const slots = slotsOn(folder);
    const slot = await slots.acquire(turn('mine'), never());
    const owner = { ...(await newLockOwner()), ...(await deadProcess()) };
    await createExclusive(join(folder, 'slots.lock'), JSON.stringify(owner));
    const draft = join(folder, 'slots', '.running-d0-half.json.0123456789ab.unfinished');
    await writeFile(draft, '{ "half');
    await slot.update({ session: 'known' });
    expect(await readdir(join(folder, 'slots'))).toHaveLength(1);
    await slot.release();
  });

  test('that are killed while they hold every slot free them for one that waits', async () => {
    const folder = await temporaryFolder();
    const other = new Program('holds-slots.ts', [folder, '2', '2']);
    await other.line('held 2');
    const slots = slotsOn(folder, 2);
    let isHeld = false;
    const waits = slots.acquire(turn('t1'), never()).finally(() => {
      isHeld = true;
    });
    await until('its file', async () => (await files(folder)).some((name) => name.startsWith('waiting')));
    expect(isHeld).toBe(false);
    await other.kill();
    await (await waits).release();
  });

  test('give a slot on when they release it', async () => {
    const folder = await temporaryFolder();
    const other = new Program('holds-slots.ts', [folder, '1', '1']);
    await other.line('held 1');
    const waits = slotsOn(folder, 1).acquire(turn('t1'), never());
    await until('its file', async () => (await files(folder)).some((name) => name.startsWith('waiting')));
    await other.finish();
    await (await waits).release();
  });

  test('that are stopped do not keep free slots from others for ever', async () => {
    const folder = await temporaryFolder();
    const other = new Program('waits.ts', []);
    await other.line('ready');
    const stopped = await processIdentity(other.child.pid);
    for (let number = 0; number < 30; number += 1) {
      await putSlot(folder, 'waiting', stopped ?? (await foreignProcess()));
    }
    const slots = slotsOn(folder, 1);
    await (await slots.acquire(turn('t1'), never())).release();
    expect(await files(folder)).toHaveLength(30);
  });

  test('of another machine are counted, since nobody can say that they are dead', async () => {
    const folder = await temporaryFolder();
    await putSlot(folder, 'running', await foreignProcess());
    const controller = new AbortController();
    const waits = slotsOn(folder, 1).acquire(turn('t1'), controller.signal);
    await until('its file', async () => (await files(folder)).length === 2);
    controller.abort(new Error('enough'));
    await expect(waits).rejects.toThrow('enough');
  });

  test('of another version are counted by what their files must have, and what a power cut left is not', async () => {
    const folder = await temporaryFolder();
    const later = await putSlot(folder, 'running', await thisProcess());
    await writeFile(later, JSON.stringify({ version: 9, server: { ...(await thisProcess()), more: 1 } }));
    const empty = await putSlot(folder, 'running', await thisProcess(), { createdAt: 2 });
    await writeFile(empty, '');
    await writeFile(join(folder, 'slots', 'notes.txt'), 'a person wrote this');
    expect(await readSlots(stateFolder(folder))).toMatchObject([{ turn: '', agent: '', limit: 0 }]);
    const slots = slotsOn(folder, 2);
    const slot = await slots.acquire(turn('t1'), never());
    expect(await files(folder)).toHaveLength(3);
    const controller = new AbortController();
    const second = slots.acquire(turn('t2'), controller.signal);
    await until('its file', async () => (await files(folder)).some((name) => name.startsWith('waiting')));
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await slot.release();
  });
});

test('waiting takes no processor time worth the name', async () => {
  const folder = await temporaryFolder();
  await putSlot(folder, 'running', await thisProcess());
  const slots = slotsOn(folder, 1);
  const controller = new AbortController();
  const waits = Array.from({ length: 50 }, (_, number) =>
    slots.acquire(turn(`t${number}`), controller.signal).catch(() => undefined),
  );
  await until('their files', async () => (await files(folder)).length === 51);
  await delay(200);
  const before = process.cpuUsage();
  await delay(3_000);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(150_000);
  controller.abort();
  await Promise.all(waits);
  await until('no file', async () => (await files(folder)).length === 1);
});

describe('where no file can be made', () => {
  test('this server counts its own, with a warning', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'state'), '');
    const folder = stateFolder(join(root, 'state'));
    const slots = new SharedSlots({ folder, limit: 2, depth: 0 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 9 }, async (_, number) => {
        const slot = await slots.acquire(turn(`t${number}`), never());
        order.push(number);
        running += 1;
        most = Math.max(most, running);
        await slot.update({ session: 's' });
        await delay(3);
        running -= 1;
        await slot.release();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(folder.warnings()).toHaveLength(1);
    expect(folder.warnings()[0]).toMatch(/not a folder.*turns are counted in this server only/);
  });

  test('one that waits can be aborted, and what runs is made known to others as soon as it can be', async () => {
    const root = await temporaryFolder();
    const path = join(root, 'state');
    await writeFile(path, '');
    const folder = stateFolder(path);
    const slots = new SharedSlots({ folder, limit: 2, depth: 0 });
    const first = await slots.acquire(turn('t1'), never());
    const second = await slots.acquire(turn('t2'), never());
    const controller = new AbortController();
    const third = slots.acquire(turn('t3'), controller.signal);
    controller.abort(new Error('enough'));
    await expect(third).rejects.toThrow('enough');
    await rename(path, join(root, 'away'));
    await second.release();
    const fourth = await slots.acquire(turn('t4'), never());
    expect(folder.warnings()).toEqual([]);
    expect((await readSlots(folder)).map((listed) => listed.turn)).toEqual(['t1', 't4']);
    await first.release();
    await fourth.release();
    expect(await files(path)).toEqual([]);
  });
});
