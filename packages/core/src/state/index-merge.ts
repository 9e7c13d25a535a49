import { isAlive } from '../process/process-identity.js';
import { lastUsed, type RawSession, runningOwner, toEntry } from './index-format.js';
import { thisProcess } from './lock-owner.js';
import type { SessionEntry } from './session-index.js';

/**
 * After this long a turn that runs on another machine, which cannot be asked, no longer keeps its entry above the cap,
 * ms.
 */
const FOREIGN_PROTECTION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * What the file holds, with the sessions of this server that it lacks. The newer of two values wins; of two equally new
 * ones the file's, to which the fields are added that a program without knowledge of them has dropped.
 */
export function mergeOwn(
  file: ReadonlyMap<string, unknown>,
  own: ReadonlyMap<string, RawSession>,
): Map<string, unknown> {
  const merged = new Map(file);
  for (const [id, ours] of own) {
    const theirs = file.get(id);
    if (theirs === ours) continue;
    const isObject = typeof theirs === 'object' && theirs !== null;
    if (!isObject) merged.set(id, ours);
    else if (lastUsed(theirs) < lastUsed(ours)) merged.set(id, fillIn(ours, theirs as RawSession));
    else if (lastUsed(theirs) === lastUsed(ours)) merged.set(id, fillIn(theirs as RawSession, ours));
  }
  return merged;
}

/**
 * Adds the fields that are missing. A status and its owner belong together: one that comes without an owner has rightly
 * none.
 */
function fillIn(value: RawSession, other: RawSession): RawSession {
  if (!('status' in value)) return { ...other, ...value };
  const { owner, ...rest } = other;
  return { ...rest, ...value };
}

/** The `max` most recently used sessions, and every one whose turn runs. */
export async function withinCap(sessions: ReadonlyMap<string, unknown>, max: number): Promise<Map<string, unknown>> {
  if (sessions.size <= max) return new Map(sessions);
  const newestFirst = [...sessions].sort(([, a], [, b]) => lastUsed(b) - lastUsed(a));
  const kept = await Promise.all(
    newestFirst.map(async ([, value], index) => index < max || (await keepsItsPlace(value))),
  );
  return new Map(newestFirst.filter((_, index) => kept[index]));
}

async function keepsItsPlace(value: unknown): Promise<boolean> {
  const owner = runningOwner(value);
  if (owner === undefined || owner === 'unknown' || !(await isAlive(owner))) return false;
  const here = await thisProcess();
  return owner.machineId === here.machineId && owner.host === here.host
    ? true
    : Date.now() - lastUsed(value) < FOREIGN_PROTECTION_MS;
}

/** The session as a caller sees it: a turn whose server is dead was interrupted. */
export async function interruptedIfDead(id: string, value: unknown): Promise<SessionEntry | undefined> {
  const entry = toEntry(id, value);
  const owner = runningOwner(value);
  if (entry === undefined || owner === undefined) return entry;
  const runs = owner !== 'unknown' && (await isAlive(owner));
  return runs ? entry : { ...entry, status: 'interrupted' };
}
