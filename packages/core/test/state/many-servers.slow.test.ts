import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FileSessionIndex } from '../../src/state/file-session-index.js';
import { FileSessionLocks } from '../../src/state/file-session-locks.js';
import { SharedSlots } from '../../src/state/shared-slots.js';
import { readSlots } from '../../src/state/slot-folder.js';
import { sweepLocks } from '../../src/state/sweep-locks.js';
import { never, Program, randomNumbers, stateFolder, temporaryFolder } from './support.js';

const LIMIT = 3;
const KILLS = 20;

test('six servers on one folder, killed at any moment, lose nothing and break no limit', {
  timeout: 400_000,
}, async () => {
  const root = await temporaryFolder();
  const path = join(root, 'state');
  const random = randomNumbers(4);
  const start = (seed: number) => new Program('hammers-state.ts', [root, String(LIMIT), String(seed)]);
  const servers = Array.from({ length: 6 }, (_, seed) => start(seed));
  const all = [...servers];

  let isOver = false;
  const unreadable: string[] = [];
  const reader = (async () => {
    while (!isOver) {
      const text = await readFile(join(path, 'sessions.json'), 'utf8').catch(() => undefined);
      try {
        if (text !== undefined) JSON.parse(text);
      } catch {
        unreadable.push(text ?? '');
      }
      await delay(2);
    }
  })();

  for (let kill = 0; kill < KILLS; kill += 1) {
    const at = Math.floor(random() * servers.length);
    await servers[at]?.line('recorded');
    await delay(random() * 60);
    await servers[at]?.kill();
    const next = start(100 + kill);
    servers[at] = next;
    all.push(next);
  }
  await Promise.all(servers.map((server) => server.line('recorded')));
  await Promise.all(servers.map((server) => server.finish()));
  isOver = true;
  await reader;

  const lines = all.flatMap((server) => server.lines);
  expect(lines.filter((line) => line.startsWith('broken'))).toEqual([]);
  expect(all.map(({ errors }) => errors).join('')).toBe('');
  expect(unreadable).toEqual([]);

  const folder = stateFolder(path);
  const index = new FileSessionIndex({ folder, maxSessions: 100_000 });
  const acknowledged = new Set(lines.filter((line) => line.startsWith('recorded ')).map((line) => line.slice(9)));
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  const listed = await index.list();
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]));
  expect(listed.filter(({ status }) => status === 'running')).toEqual([]);

  // Whatever the dead held is free for the next server, at once.
  const locks = new FileSessionLocks({ folder });
  for (const session of [...acknowledged].slice(-50)) await (await locks.acquire(session, never())).release();
  await sweepLocks(join(path, 'locks'));
  expect(await readdir(join(path, 'locks'))).toEqual([]);
  expect(await readSlots(folder)).toEqual([]);
  const slots = new SharedSlots({ folder, limit: LIMIT, depth: 0 });
  const held = await Promise.all(
    Array.from({ length: LIMIT }, () => slots.acquire({ turn: 't', agent: 'toy', cwd: '/' }, never())),
  );
  expect(await readdir(join(path, 'slots'))).toHaveLength(LIMIT);
  for (const slot of held) await slot.release();
  await index.record({ id: 'last', cwd: '/', lastUsedAt: Date.now() });
  expect(index.warnings()).toEqual([]);
  expect((await readdir(path)).sort()).toEqual(['locks', 'sessions.json', 'slots']);
  expect(await readdir(join(path, 'slots'))).toEqual([]);
});
