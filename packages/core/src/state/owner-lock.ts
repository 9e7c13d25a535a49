import { rename, unlink } from 'node:fs/promises';
import { processIdentity } from '../process/process-identity.js';
import { createExclusive, type ExclusiveForm, readExclusive, replaceExclusive } from './exclusive-file.js';
import { codeOf } from './folder-problem.js';
import { holdsOn, type LockOwner, newLockOwner, parseLockOwner } from './lock-owner.js';

/** A lock that this process holds. */
export interface OwnerLock {
  /** The dead owner it was taken from, if any. */
  readonly takenFrom?: LockOwner;
  /**
   * Names a process of this machine that keeps the lock while it lives, should this process be killed. The last one
   * named counts.
   */
  nameAgent(pid: number): Promise<void>;
  /**
   * Removes the lock if it is still ours. Idempotent; may be called again when it rejects with the file system's error.
   */
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly lock: OwnerLock }
  /** Held by a live process, or one that cannot be asked; undefined when the file names none. */
  | { readonly lock: undefined; readonly owner: LockOwner | undefined };

const AFTER = '.after-';

/** Each round is lost to another taker that got on; so many in a row do not happen. */
const ROUNDS = 100;

/**
 * Tries once to take the lock at `path`, whose folder exists. The lock is a file that names its owner. Age plays no
 * part: it is taken over exactly when its owner is known to be dead. Rejects with the file system's error.
 *
 * How two takers cannot both win: the successor of a dead owner is the file `<lock>.after-<key of the dead>`, which can
 * be made only once. Who made it owns the lock if the first file of the chain is still the one that led there; else the
 * chain was settled meanwhile, its keys never come back, and the try begins anew. The winner puts its own file in the
 * place of the first, so that a chain longer than one is only ever left by a taker that died while taking.
 *
 * @param form how the file is made, where not the best one of the system is wanted
 */
export async function tryOwnerLock(path: string, form?: ExclusiveForm): Promise<LockAttempt> {
  const me = await newLockOwner();
  const content = JSON.stringify(me);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await createExclusive(path, content, form)) return { lock: new HeldLock(path, me, form) };
    const chain = await readLockChain(path);
    if (chain === 'unreadable') return { lock: undefined, owner: undefined };
    const first = chain[0];
    const last = chain.at(-1);
    if (first === undefined || last === undefined) continue;
    // A network file system may repeat a request that had already succeeded, and then say that the file was there
    // before.
    if (first.key === me.key) return { lock: new HeldLock(path, me, form) };
    if (await holdsOn(last)) return { lock: undefined, owner: last };
    const successor = afterPath(path, last.key);
    if (!(await createExclusive(successor, content, form))) continue;
    if ((await readOwner(path))?.key !== first.key) {
      await removeFile(successor);
      continue;
    }
    await rename(successor, path);
    await Promise.all(chain.slice(0, -1).map(({ key }) => removeFile(afterPath(path, key))));
    return { lock: new HeldLock(path, me, form, last) };
  }
  return { lock: undefined, owner: undefined };
}

/** The owners from the first to the current one; empty when there is no lock. */
export async function readLockChain(path: string): Promise<readonly LockOwner[] | 'unreadable'> {
  const chain: LockOwner[] = [];
  for (let next = path; ; ) {
    const content = await readExclusive(next);
    if (content === undefined) return chain;
    const owner = parseLockOwner(content);
    if (owner === undefined) return 'unreadable';
    chain.push(owner);
    next = afterPath(path, owner.key);
  }
}

/** The lock and the dead owner's key in the name of a successor's file; undefined for any other name. */
export function parseAfterName(name: string): { readonly lock: string; readonly key: string } | undefined {
  const at = name.lastIndexOf(AFTER);
  return at < 0 ? undefined : { lock: name.slice(0, at), key: name.slice(at + AFTER.length) };
}

/** Removes a file that may be gone already. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

class HeldLock implements OwnerLock {
  readonly takenFrom?: LockOwner;
  readonly #path: string;
  readonly #me: LockOwner;
  readonly #form: ExclusiveForm | undefined;
  /** One change at a time: a name that was written after the release would replace the lock of whoever came next. */
  #changes: Promise<unknown> = Promise.resolve();
  #released = false;

  constructor(path: string, me: LockOwner, form: ExclusiveForm | undefined, takenFrom?: LockOwner) {
    this.#path = path;
    this.#me = me;
    this.#form = form;
    if (takenFrom) this.takenFrom = takenFrom;
  }

  nameAgent(pid: number): Promise<void> {
    return this.#change(async () => {
      const agent = await processIdentity(pid);
      if (!agent || !(await this.#isOurs())) return;
      const { startTime } = agent;
      await replaceExclusive(this.#path, JSON.stringify({ ...this.#me, agent: { pid, startTime } }), this.#form);
    });
  }

  release(): Promise<void> {
    return this.#change(async () => {
      if (await this.#isOurs()) await removeFile(this.#path);
      this.#released = true;
    });
  }

  #change(change: () => Promise<void>): Promise<void> {
    const result = this.#changes.then(() => (this.#released ? undefined : change()));
    this.#changes = result.catch(() => undefined);
    return result;
  }

  async #isOurs(): Promise<boolean> {
    return (await readOwner(this.#path))?.key === this.#me.key;
  }
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  const content = await readExclusive(path);
  return content === undefined ? undefined : parseLockOwner(content);
}

function afterPath(path: string, key: string): string {
  return `${path}${AFTER}${key}`;
}
