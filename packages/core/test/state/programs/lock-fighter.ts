// Takes one lock again and again, and says `shared` if another process was inside at the same time. Ends with its
// stdin.
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExclusiveForm } from '../../../src/state/exclusive-file.ts';
import { tryOwnerLock } from '../../../src/state/owner-lock.ts';
import { randomNumbers } from './random-numbers.ts';

const [folder = '', form = 'symlink', seed = '0'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const room = join(folder, 'room');
let open = true;
process.stdin.on('end', () => {
  open = false;
});
process.stdin.resume();

while (open) {
  const { lock } = await tryOwnerLock(join(folder, 'a.lock'), form as ExclusiveForm);
  if (!lock) {
    await delay(random() * 3);
    continue;
  }
  enter();
  process.stdout.write('held\n');
  if (random() < 0.5) await delay(random() * 3);
  leave();
  await lock.release();
  if (random() < 0.5) await delay(random() * 3);
}

function enter(): void {
  try {
    writeFileSync(room, String(process.pid), { flag: 'wx' });
  } catch {
    const inside = Number(readFileSync(room, 'utf8'));
    if (isRunning(inside)) process.stdout.write(`shared with ${inside}\n`);
    writeFileSync(room, String(process.pid));
  }
}

function leave(): void {
  const inside = Number(readFileSync(room, 'utf8'));
  if (inside !== process.pid) process.stdout.write(`shared with ${inside}\n`);
  unlinkSync(room);
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
