import { mkdir, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refusal } from '../../src/runner/refusal.js';
import { createExclusive } from '../../src/state/exclusive-file.js';
import { FileSessionLocks, sessionLockPath } from '../../src/state/file-session-locks.js';
import { newLockOwner } from '../../src/state/lock-owner.js';
import { deadProcess, foreignProcess, never, Program, stateFolder, temporaryFolder, until } from './support.js';

const SESSION = '5aef3387-0000-4000-8000-000000000001';

function locksOn(path: string): FileSessionLocks {
  return new FileSessionLocks({ folder: stateFolder(path) });
}

/** The refusal of an acquire that must not succeed. */
async function refusalOf(acquired: Promise<unknown>): Promise<Refusal> {
  const error = await acquired.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal but ${error}`);
  return error;
}

test('one turn of a session at a time, first come first', async () => {
  const locks = locksOn(await temporaryFolder());
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (number) => {
      const lease = await locks.acquire(SESSION, never());
      inside += 1;
      expect(inside).toBe(1);
      order.push(number);
      await delay(5);
      inside -= 1;
      await lease.release();
    }),
  );
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

test('different sessions do not wait for each other', async () => {
  const locks = locksOn(await temporaryFolder());
  await locks.acquire(SESSION, never());
  await locks.acquire('another-session', never());
});

test('the lock lies under the session’s name while the turn runs, and is gone after it', async () => {
  const folder = await temporaryFolder();
  const lease = await locksOn(folder).acquire(SESSION, never());
  expect(await readdir(join(folder, 'locks'))).toEqual([`${SESSION}.lock`]);
  await lease.release();
  await lease.release();
  expect(await readdir(join(folder, 'locks'))).toEqual([]);
});

test.each(['A', 'A'.repeat(300), '../../x', 'a/b', 'CON', '.hidden', 'ü', ''])(
  'a session of any name has a lock of its own: %j',
  async (session) => {
    const folder = await temporaryFolder();
    await locksOn(folder).acquire(session, never());
    const [name, ...others] = await readdir(join(folder, 'locks'));
    expect(name).toMatch(/^sha256-[0-9a-f]{64}\.lock$/);
    expect(others).toEqual([]);
    expect((await refusalOf(locksOn(folder).acquire(session, never()))).code).toBe('busy');
  },
);

test('one that waits leaves at once when aborted, with the reason, and the next moves up', async () => {
  const locks = locksOn(await temporaryFolder());
  const lease = await locks.acquire(SESSION, never());
  const second = new AbortController();
  const waits = locks.acquire(SESSION, second.signal);
  const third = locks.acquire(SESSION, never());
  const reason = new Error('stopped');
  second.abort(reason);
  await expect(waits).rejects.toBe(reason);
  await lease.release();
  await (await third).release();
  await expect(locks.acquire(SESSION, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('one that is aborted while its lock is being taken holds nothing', async () => {
  const folder = await temporaryFolder();
  const locks = locksOn(folder);
  for (let round = 0; round < 20; round += 1) {
    const controller = new AbortController();
    const waits = locks.acquire(SESSION, controller.signal);
    if (round % 2) await delay(0);
    controller.abort(new Error('stopped'));
    await waits.then(
      (lease) => lease.release(),
      () => undefined,
    );
    await (await locks.acquire(SESSION, never())).release();
  }
  await until('no lock', async () => (await readdir(join(folder, 'locks'))).length === 0);
});

test('a session that another server’s turn holds is refused at once, naming that server and what to do', async () => {
  const folder = await temporaryFolder();
  const other = new Program('holds-session.ts', [folder, SESSION]);
  await other.line('held');
  const refusal = await refusalOf(locksOn(folder).acquire(SESSION, never()));
  expect(refusal.code).toBe('busy');
  expect(refusal.message).toBe(
    `Session ${SESSION} is in use by another server, process ${other.child.pid} on this machine; call again when its turn has ended, or end that server`,
  );
  await other.finish();
  await (await locksOn(folder).acquire(SESSION, never())).release();
});

test('a session whose server was killed is free at once', async () => {
  const folder = await temporaryFolder();
  const other = new Program('holds-session.ts', [folder, SESSION]);
  await other.line('held');
  await other.kill();
  const lease = await locksOn(folder).acquire(SESSION, never());
  expect(JSON.parse(await readlink(join(folder, 'locks', `${SESSION}.lock`)))).toMatchObject({ pid: process.pid });
  await lease.release();
});

test('a session whose server was killed waits for the agent that still writes it', async () => {
  const folder = await temporaryFolder();
  const agent = new Program('waits.ts', []);
  await agent.line('ready');
  const other = new Program('holds-session.ts', [folder, SESSION, String(agent.child.pid)]);
  await other.line('held');
  await other.kill();
  let isHeld = false;
  const acquired = locksOn(folder)
    .acquire(SESSION, never())
    .finally(() => {
      isHeld = true;
    });
  await delay(300);
  expect(isHeld).toBe(false);
  await agent.kill();
  await (await acquired).release();
});

test('an agent that nobody ends is named', async () => {
  const folder = await temporaryFolder();
  const agent = new Program('waits.ts', []);
  await agent.line('ready');
  const other = new Program('holds-session.ts', [folder, SESSION, String(agent.child.pid)]);
  await other.line('held');
  await other.kill();
  const refusal = await refusalOf(locksOn(folder).acquire(SESSION, never()));
  expect(refusal.message).toContain(`still written by the agent (process ${agent.child.pid})`);
});

test('a lock of another machine is never broken, and the refusal says how a person can', async () => {
  const folder = await temporaryFolder();
  const path = sessionLockPath(stateFolder(folder), SESSION);
  await mkdir(join(folder, 'locks'));
  await createExclusive(path, JSON.stringify({ ...(await newLockOwner()), ...(await foreignProcess()) }));
  const { message } = await refusalOf(locksOn(folder).acquire(SESSION, never()));
  expect(message).toContain('process 1 on the machine faraway, which cannot be asked from here');
  expect(message).toContain(`delete ${path}`);
});

test('a lock that names nobody is refused with its path', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'locks'));
  const path = sessionLockPath(stateFolder(folder), SESSION);
  await writeFile(path, '');
  expect((await refusalOf(locksOn(folder).acquire(SESSION, never()))).message).toContain(`is locked by ${path}`);
});

test('one refusal does not take the others in the queue with it', async () => {
  const folder = await temporaryFolder();
  const other = new Program('holds-session.ts', [folder, SESSION]);
  await other.line('held');
  const locks = locksOn(folder);
  const both = [locks.acquire(SESSION, never()), locks.acquire(SESSION, never())];
  expect((await Promise.all(both.map(refusalOf))).map(({ code }) => code)).toEqual(['busy', 'busy']);
  await other.finish();
  await (await locks.acquire(SESSION, never())).release();
});

test('the lock stays while the session goes from one turn to the next', async () => {
  const folder = await temporaryFolder();
  const locks = locksOn(folder);
  const path = join(folder, 'locks', `${SESSION}.lock`);
  const first = await locks.acquire(SESSION, never());
  const owner = await readlink(path);
  const second = locks.acquire(SESSION, never());
  await first.release();
  expect(await readlink(path)).toBe(owner);
  await (await second).release();
});

test('locks of the dead are swept, whoever’s session it is', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'locks'));
  const owner = { ...(await newLockOwner()), ...(await deadProcess()) };
  await createExclusive(join(folder, 'locks', 'some-old-session.lock'), JSON.stringify(owner));
  await locksOn(folder).acquire(SESSION, never());
  await until('the sweep', async () => (await readdir(join(folder, 'locks'))).length === 1);
});

test('where no lock can be made, the queue of this server alone guards, with a warning that goes when it can', async () => {
  const root = await temporaryFolder();
  const path = join(root, 'state');
  await writeFile(path, '');
  const folder = stateFolder(path);
  const locks = new FileSessionLocks({ folder });
  const first = await locks.acquire(SESSION, never());
  let isSecond = false;
  const second = locks.acquire(SESSION, never()).then((lease) => {
    isSecond = true;
    return lease;
  });
  await delay(20);
  expect(isSecond).toBe(false);
  expect(folder.warnings()[0]).toMatch(/only against other turns of this server/);
  await first.release();
  await (await second).release();
  await rename(path, join(root, 'away'));
  const third = await locks.acquire(SESSION, never());
  expect(folder.warnings()).toEqual([]);
  expect((await refusalOf(locksOn(path).acquire(SESSION, never()))).code).toBe('busy');
  await third.release();
});

test('a folder that vanishes under a turn harms nobody', async () => {
  const folder = await temporaryFolder();
  const locks = locksOn(folder);
  const lease = await locks.acquire(SESSION, never());
  await rm(join(folder, 'locks'), { recursive: true });
  await lease.nameAgent(process.pid);
  await lease.release();
  await (await locks.acquire(SESSION, never())).release();
});
