import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../process/process-identity.js';
import { Refusal } from '../runner/refusal.js';
import { agentOf, type LockOwner, thisProcess } from './lock-owner.js';
import { type OwnerLock, tryOwnerLock } from './owner-lock.js';
import type { SessionLease, SessionLocks } from './session-locks.js';
import type { StateFolder } from './state-folder.js';
import { sweepLocks } from './sweep-locks.js';

const MEANING = 'a session is guarded only against other turns of this server';
const FOLDER = 'locks';
/** How long the agent of a server that was killed gets to be ended by its watchdog, ms. */
const ORPHAN_MS = 5_000;

interface Waiter {
  readonly grant: (lease: SessionLease) => void;
  readonly refuse: (reason: unknown) => void;
  /** It was aborted, and has left. */
  left: boolean;
}

interface Line {
  readonly waiters: Waiter[];
  /** A turn holds the session, or the line's lock is being taken or given back. */
  occupied: boolean;
  /** Kept while the session goes from one turn of this server to the next. */
  lock: OwnerLock | undefined;
}

/**
 * One writer per session: a queue within this server, and for other servers a file in `locks/` that names the owner.
 * Where that file cannot be made, the queue alone, with a warning of the folder.
 */
export class FileSessionLocks implements SessionLocks {
  readonly #folder: StateFolder;
  readonly #lines = new Map<string, Line>();
  #swept = false;

  constructor(options: { readonly folder: StateFolder }) {
    this.#folder = options.folder;
  }

  acquire(session: string, signal: AbortSignal): Promise<SessionLease> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const line = this.#line(session);
      const leave = () => {
        waiter.left = true;
        const at = line.waiters.indexOf(waiter);
        if (at >= 0) line.waiters.splice(at, 1);
        reject(signal.reason);
      };
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', leave);
          then(value);
        };
      const waiter: Waiter = { grant: settle(resolve), refuse: settle(reject), left: false };
      signal.addEventListener('abort', leave, { once: true });
      line.waiters.push(waiter);
      if (!line.occupied) void this.#next(session, line);
    });
  }

  #line(session: string): Line {
    let line = this.#lines.get(session);
    if (!line) {
      line = { waiters: [], occupied: false, lock: undefined };
      this.#lines.set(session, line);
    }
    return line;
  }

  /** Gives the session to the next in line, or gives it back when there is none. */
  async #next(session: string, line: Line): Promise<void> {
    line.occupied = true;
    for (;;) {
      const waiter = line.waiters.shift();
      if (waiter === undefined) {
        await this.#giveBack(line);
        if (line.waiters.length > 0) continue;
        line.occupied = false;
        // A lock that could not be given back is remembered, to be used by the next turn of the session.
        if (line.lock === undefined) this.#lines.delete(session);
        return;
      }
      const refusal = line.lock ? undefined : await this.#take(session, line, waiter);
      if (waiter.left) continue;
      if (refusal) {
        waiter.refuse(refusal);
        continue;
      }
      waiter.grant(this.#lease(session, line));
      return;
    }
  }

  #lease(session: string, line: Line): SessionLease {
    let released: Promise<void> | undefined;
    return {
      nameAgent: async (pid) => {
        const { lock } = line;
        if (lock && !released) await this.#try(() => lock.nameAgent(pid));
      },
      release: () => {
        released ??= this.#next(session, line);
        return released;
      },
    };
  }

  /** Fills `line.lock`, unless only memory can guard the session; gives the refusal when another has it. */
  async #take(session: string, line: Line, waiter: Waiter): Promise<Refusal | undefined> {
    const path = sessionLockPath(this.#folder, session);
    const end = performance.now() + ORPHAN_MS;
    for (;;) {
      const attempt = await this.#try(
        async () => {
          this.#sweepOnce(await this.#folder.make(FOLDER));
          return tryOwnerLock(path);
        },
        (late) => late.lock?.release(),
      );
      line.lock = attempt?.lock;
      if (!attempt || attempt.lock) return undefined;
      const isOrphan = attempt.owner !== undefined && !(await isAlive(attempt.owner));
      if (!isOrphan || waiter.left || performance.now() > end) return busy(session, attempt.owner, isOrphan, path);
      await delay(50);
    }
  }

  /** Undefined when the folder does not let us, which the next success makes good. */
  async #try<T>(work: () => Promise<T>, late?: (value: T) => void): Promise<T | undefined> {
    try {
      const value = await this.#folder.use(work, late);
      this.#folder.works(MEANING);
      return value;
    } catch (error) {
      this.#folder.failed(MEANING, error);
      return undefined;
    }
  }

  /** A lock that cannot be given back is remembered. */
  async #giveBack(line: Line): Promise<void> {
    const { lock } = line;
    if (!lock) return;
    const isBack = await this.#try(async () => {
      await lock.release();
      return true;
    });
    if (isBack) line.lock = undefined;
  }

  /** Locks of sessions that nobody takes up again would lie there for ever. */
  #sweepOnce(folder: string): void {
    if (this.#swept) return;
    this.#swept = true;
    this.#folder.use(() => sweepLocks(folder)).catch(() => undefined);
  }
}

/** Where a session's lock lies in the state folder. */
export function sessionLockPath(folder: StateFolder, session: string): string {
  return join(folder.path, FOLDER, lockName(session));
}

/** The session's id where it is a safe name on every file system, some of which take `A` for `a`; else its digest. */
function lockName(session: string): string {
  const safe = /^[a-z0-9][a-z0-9_-]{7,99}$/.test(session);
  return `${safe ? session : `sha256-${createHash('sha256').update(session).digest('hex')}`}.lock`;
}

async function busy(session: string, owner: LockOwner | undefined, isOrphan: boolean, path: string): Promise<Refusal> {
  if (owner === undefined) {
    return new Refusal(
      'busy',
      `Session ${session} is locked by ${path}, which names no owner; if no other server runs a turn of this session, delete that file, then call again`,
    );
  }
  if (isOrphan) {
    const agent = agentOf(owner)?.pid ?? owner.pid;
    return new Refusal(
      'busy',
      `Session ${session} is still written by the agent (process ${agent}) of a server that was killed; end that process, then call again`,
    );
  }
  const here = await thisProcess();
  if (owner.pid === here.pid && owner.pidNamespace === here.pidNamespace && owner.machineId === here.machineId) {
    return new Refusal(
      'busy',
      `Session ${session} is in use by another part of this server; call again when its turn has ended`,
    );
  }
  const isNear = owner.host === here.host && owner.bootId === here.bootId && owner.pidNamespace === here.pidNamespace;
  const place = isNear ? 'on this machine' : `on the machine ${owner.host}, which cannot be asked from here`;
  const gone = isNear ? '' : `. If that machine or container is gone for good or was started anew, delete ${path}`;
  return new Refusal(
    'busy',
    `Session ${session} is in use by another server, process ${owner.pid} ${place}; call again when its turn has ended, or end that server${gone}`,
  );
}
