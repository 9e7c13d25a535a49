import { randomBytes } from 'node:crypto';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './folder-problem.js';

const UNFINISHED = '.unfinished';

/**
 * Replaces a file's content so that a reader sees the old or the new one whole, whenever this process is killed. Mode
 * 0600. `durable`: resolves only when it would survive a power cut. Rejects with the file system's error and leaves the
 * old file as it was.
 */
export async function writeAtomically(path: string, content: string, durable: boolean): Promise<void> {
  // In the same folder, because only within one file system does a rename replace the old file at once.
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}${UNFINISHED}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
  if (durable) await syncFolder(dirname(path));
}

/**
 * Removes what killed processes left of writes to `path`, or with no name to any file of `folder`. Call it only while
 * holding the lock that all its writers hold.
 */
export async function sweepUnfinished(folder: string, name?: string): Promise<void> {
  const start = name === undefined ? '.' : `.${name}.`;
  const names = await readdir(folder);
  const left = names.filter((candidate) => candidate.startsWith(start) && candidate.endsWith(UNFINISHED));
  await Promise.all(left.map((candidate) => unlink(join(folder, candidate)).catch(() => undefined)));
}

/** Where a folder cannot be synced, the file system has nothing better to offer. */
const NOT_SYNCED: ReadonlySet<string | undefined> = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EISDIR',
  'EPERM',
  'EACCES',
]);

async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NOT_SYNCED.has(codeOf(error))) throw error;
  }
}
