// Uses a state folder on a disk of its own while that disk is full, read-only and well again, and prints what it saw,
// one JSON object for each. To be run in a mount namespace of its own: it mounts the disk.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createAnswerCollector } from '../../../src/state/answer-collector.ts';
import { AnswerFiles } from '../../../src/state/answer-files.ts';
import { FileSessionIndex } from '../../../src/state/file-session-index.ts';
import { FileSessionLocks } from '../../../src/state/file-session-locks.ts';
import { FolderLock } from '../../../src/state/folder-lock.ts';
import { codeOf } from '../../../src/state/folder-problem.ts';
import { SharedSlots } from '../../../src/state/shared-slots.ts';
import { StateFolder } from '../../../src/state/state-folder.ts';

const [path = ''] = process.argv.slice(2);
const mount = (...args: string[]) => execFileSync('mount', args);
mount('-t', 'tmpfs', '-o', 'size=4m', 'none', path);

const folder = new StateFolder({ statePath: `${path}/sessions.json`, setting: 'TOY_MCP_STATE' });
const index = new FileSessionIndex({ folder, maxSessions: 1000 });
const locks = new FileSessionLocks({ folder });
const slots = new SharedSlots({ folder, limit: 2, depth: 0 });
const files = new AnswerFiles({ folder });
const { signal } = new AbortController();
let time = 0;

await turn('well');
// Enough entries that the file cannot be written again into what a full disk has left.
await Promise.all(
  Array.from({ length: 300 }, (_, number) => index.record({ id: `old-${number}`, cwd: '/', lastUsedAt: number - 300 })),
);
fill();
await turn('full');
rmSync(`${path}/ballast`);
await turn('roomy');

const collector = createAnswerCollector({ files, turn: 'half', limit: 1000 });
await collector.append('a'.repeat(500_000));
while (!existsSync(`${path}/answers/half.md`)) await new Promise(setImmediate);
fill();
await collector.append('b'.repeat(2_000_000));
const { text, ...answer } = await collector.finish();
rmSync(`${path}/ballast`);
say('answer', { ...answer, kept: text.length, files: readdirSync(`${path}/answers`) });

mount('-o', 'remount,ro', path);
await turn('read-only');
mount('-o', 'remount,rw', path);
await turn('writable');

const short = new FolderLock(folder);
const done = await short.hold(`${path}/short.lock`, async () => {
  mount('-o', 'remount,ro', path);
  return 'done';
});
const refused = await short.hold(`${path}/short.lock`, async () => 'done').catch(codeOf);
mount('-o', 'remount,rw', path);
const again = await short.hold(`${path}/short.lock`, async () => 'done');
say('lock', { done, refused, again, left: existsSync(`${path}/short.lock`) });

/** Does what a turn does with the state. */
async function turn(name: string): Promise<void> {
  time += 1;
  const lease = await locks.acquire(`session-${name}`, signal);
  const slot = await slots.acquire({ turn: name, agent: 'toy', cwd: '/' }, signal);
  await index.record({ id: `session-${name}`, cwd: '/', lastUsedAt: time, status: 'running' });
  const during = await index.get(`session-${name}`);
  await index.record({ id: `session-${name}`, cwd: '/', lastUsedAt: time, status: 'completed' });
  const warnings = index.warnings();
  await slot.release();
  await lease.release();
  const listed = (await index.list()).map(({ id }) => id).filter((id) => id.startsWith('session-'));
  const left = [...readdirSync(path), ...readdirSync(`${path}/locks`), ...readdirSync(`${path}/slots`)];
  const written = Object.keys(JSON.parse(readFileSync(`${path}/sessions.json`, 'utf8')).sessions);
  say(name, {
    during: during?.status,
    warnings,
    listed,
    written: written.filter((id) => id.startsWith('session-')),
    left: left.sort(),
  });
}

function fill(): void {
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) writeFileSync(`${path}/ballast`, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for this size.
    }
  }
}

function say(name: string, seen: object): void {
  process.stdout.write(`${name} ${JSON.stringify(seen)}\n`);
}
