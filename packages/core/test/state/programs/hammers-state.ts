// A server that records sessions, locks them and takes slots as fast as it can, until its stdin ends: folder, limit,
// seed. Prints `recorded <id>` once a record is acknowledged, and `broken <what>` when a guarantee does not hold. Who
// holds what is judged by files of its own, beside the state folder.
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../../src/runner/refusal.ts';
import { FileSessionIndex } from '../../../src/state/file-session-index.ts';
import { FileSessionLocks } from '../../../src/state/file-session-locks.ts';
import { SharedSlots } from '../../../src/state/shared-slots.ts';
import { StateFolder } from '../../../src/state/state-folder.ts';
import { randomNumbers } from './random-numbers.ts';

const [root = '', limit = '3', seed = '0'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const folder = new StateFolder({ statePath: join(root, 'state', 'sessions.json') });
const index = new FileSessionIndex({ folder, maxSessions: 100_000 });
const locks = new FileSessionLocks({ folder });
const slots = new SharedSlots({ folder, limit: Number(limit), depth: 0 });
const { signal } = new AbortController();
mkdirSync(join(root, 'running'), { recursive: true });
mkdirSync(join(root, 'writers'), { recursive: true });
let open = true;
process.stdin.on('end', () => {
  open = false;
});
process.stdin.resume();

await Promise.all([work('a'), work('b'), work('c')]);
for (const warning of index.warnings()) say(`broken warning: ${warning}`);

async function work(name: string): Promise<void> {
  for (let number = 0; open; number += 1) {
    const session = random() < 0.5 ? `shared-${Math.floor(random() * 4)}` : `own-${process.pid}-${name}-${number}`;
    const lease = await locks.acquire(session, signal).catch((error: unknown) => {
      if (Refusal.is(error) && error.code === 'busy') return undefined;
      throw error;
    });
    if (!lease) continue;
    const writer = enter(join(root, 'writers', session));
    const slot = await slots.acquire({ turn: `${name}${number}`, agent: 'toy', cwd: '/', session }, signal);
    const running = enter(join(root, 'running', `${process.pid}-${name}`));
    const count = readdirSync(join(root, 'running')).filter((file) => isRunning(Number(file.split('-')[0]))).length;
    if (count > Number(limit)) say(`broken: ${count} turns run at once`);
    await index.record({ id: session, cwd: `/work/${process.pid}`, lastUsedAt: Date.now(), status: 'running' });
    say(`recorded ${session}`);
    if (random() < 0.5) await delay(random() * 4);
    await index.record({ id: session, cwd: `/work/${process.pid}`, lastUsedAt: Date.now(), status: 'completed' });
    leave(running);
    await slot.release();
    leave(writer);
    await lease.release();
  }
}

/** Makes a file with this process's id; another live process's in its place is a broken guarantee. */
function enter(path: string): string {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch {
    const inside = Number(readFileSync(path, 'utf8'));
    if (isRunning(inside)) say(`broken: ${path} is held by ${inside}, too`);
    writeFileSync(path, String(process.pid));
  }
  return path;
}

function leave(path: string): void {
  if (readFileSync(path, 'utf8') !== String(process.pid)) say(`broken: ${path} was taken`);
  unlinkSync(path);
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
