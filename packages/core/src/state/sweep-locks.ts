import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT_SUFFIX } from './exclusive-file.js';
import { holdsOn } from './lock-owner.js';
import { parseAfterName, readLockChain, removeFile, tryOwnerLock } from './owner-lock.js';

/** A draft is in use for one system call; one this old was left by a process that was killed, ms. */
const DRAFT_MS = 60_000;

/**
 * Removes what dead processes left in a folder of locks whose names end in `.lock`. Leaves alone whatever it cannot
 * judge.
 */
export async function sweepLocks(folder: string): Promise<void> {
  // The names come before the chains: what was listed and is not in a chain read later can never become part of one.
  const names = await readdir(folder);
  for (const name of names) {
    const path = join(folder, name);
    const after = parseAfterName(name);
    if (name.endsWith(DRAFT_SUFFIX)) await sweepDraft(path);
    else if (after) await sweepAfter(path, join(folder, after.lock), after.key);
    else if (name.endsWith('.lock')) await sweepLock(path);
  }
}

async function sweepLock(path: string): Promise<void> {
  const chain = await readLockChain(path);
  const owner = chain === 'unreadable' ? undefined : chain.at(-1);
  if (owner === undefined || (await holdsOn(owner))) return;
  await (await tryOwnerLock(path)).lock?.release();
}

async function sweepAfter(path: string, lock: string, key: string): Promise<void> {
  const chain = await readLockChain(lock);
  if (chain === 'unreadable' || chain.slice(0, -1).some((owner) => owner.key === key)) return;
  await removeFile(path);
}

async function sweepDraft(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > DRAFT_MS) await removeFile(path);
}
