import { setTimeout as delay } from 'node:timers/promises';
import type { LockOwner } from './lock-owner.js';
import { type OwnerLock, tryOwnerLock } from './owner-lock.js';
import type { StateFolder } from './state-folder.js';

/** How long one holder may hold a lock that is only ever held for one write: on a busy machine seconds, ms. */
const PATIENCE_MS = 30_000;
/** The same after it was in vain once: a stopped process holds the lock, and every further wait would delay a turn. */
const LITTLE_PATIENCE_MS = 200;

/** A lock that should be held for milliseconds is held by a process that does not go on. */
export class LockStuck extends Error {
  /** What a person can do about it. */
  readonly remedy: string;

  constructor(path: string, owner: LockOwner | undefined) {
    super(owner ? `process ${owner.pid} on ${owner.host} holds ${path} and does not go on` : `${path} names no owner`);
    this.name = 'LockStuck';
    this.remedy = owner ? 'end that process' : 'delete that file while no server runs';
  }
}

/** The short lock around a change to a file that several servers share. */
export class FolderLock {
  readonly #folder: StateFolder;
  #owed: OwnerLock[] = [];
  readonly #fullPatienceMs: number;
  #patienceMs: number;

  /** @param patienceMs how long others may hold it, where that is not the usual */
  constructor(folder: StateFolder, patienceMs: number = PATIENCE_MS) {
    this.#folder = folder;
    this.#fullPatienceMs = patienceMs;
    this.#patienceMs = patienceMs;
  }

  /**
   * Runs `work` while holding the lock at `path`. `work` hears whether the one before died while holding it. Rejects
   * with what `work` rejects with, with the file system's error, or with {@link LockStuck}.
   */
  async hold<T>(path: string, work: (afterDeath: boolean) => Promise<T>): Promise<T> {
    const lock = await this.#take(path);
    let begun = false;
    // Released inside the same operation, so that work which comes back late from a silent folder still gives the lock
    // back.
    const result = this.#folder.use(async () => {
      begun = true;
      try {
        return await work(lock.takenFrom !== undefined);
      } finally {
        await this.#release(lock);
      }
    });
    if (!begun) this.#owed.push(lock);
    return result;
  }

  /**
   * What was done stays done when only the release fails; as a living owner we are believed, so the release is owed.
   */
  async #release(lock: OwnerLock): Promise<void> {
    try {
      await lock.release();
    } catch {
      this.#owed.push(lock);
    }
  }

  async #take(path: string): Promise<OwnerLock> {
    for (let lock = this.#owed.pop(); lock; lock = this.#owed.pop()) {
      try {
        await this.#folder.use(lock.release.bind(lock));
      } catch (error) {
        this.#owed.push(lock);
        throw error;
      }
    }
    let holder: string | undefined;
    let end = 0;
    for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
      const attempt = await this.#folder.use(
        () => tryOwnerLock(path),
        (late) => late.lock?.release(),
      );
      if (attempt.lock) {
        this.#patienceMs = this.#fullPatienceMs;
        return attempt.lock;
      }
      // As long as the holders change, the lock goes round, and the wait is worth it.
      const key = attempt.owner?.key ?? '';
      if (key !== holder) end = performance.now() + this.#patienceMs;
      holder = key;
      if (performance.now() > end) {
        this.#patienceMs = Math.min(this.#patienceMs, LITTLE_PATIENCE_MS);
        throw new LockStuck(path, attempt.owner);
      }
      await delay(pause * (0.5 + Math.random()));
    }
  }
}
