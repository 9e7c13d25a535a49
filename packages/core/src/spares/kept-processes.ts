import { isDeepStrictEqual } from 'node:util';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Wire, WireEvent } from '../turn/wire.js';
import type { Obtained } from './spare-pool.js';
import { type Stamp, stampOf } from './stamp.js';

/** How long a process whose prompt has settled gets to say that it can take another. */
const READY_MS = 2_000;
const STRAYS_GRACE_MS = 500;

/** A process that may serve its own session once more. */
export interface KeepWish {
  readonly session: string;
  /** The plan of a new session under the same setup: what a reply is compared with. */
  readonly plan: LaunchPlan;
  readonly watched: readonly string[];
  /** When the session was used last, as the index has it: another value later means that somebody else has used it. */
  readonly lastUsedAt: number;
}

interface Kept {
  readonly wish: KeepWish;
  readonly stamp: Stamp;
  readonly wire: Wire;
  readonly timer: NodeJS.Timeout;
}

export interface KeptProcessesOptions {
  /** How long a process stays, ms; 0: none does. */
  readonly keepMs: number;
  /** Most at once. */
  readonly most: number;
  readonly killGraceMs: number;
}

/**
 * Processes of turns that ended well, kept for the next turn of their own session. Off unless a person asks for it: each is an agent
 * with a whole conversation in memory.
 */
export class KeptProcesses {
  readonly #options: KeptProcessesOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #endings = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: KeptProcessesOptions) {
    this.#options = options;
  }

  /** Keeps a process whose last prompt has settled; false when it cannot be kept, and the caller is to end it. */
  async keep(wire: Wire, wish: KeepWish): Promise<boolean> {
    const { keepMs, most } = this.#options;
    if (keepMs === 0 || this.#closed || !(await becomesReady(wire))) return false;
    if (!(await wire.process.endStrays(STRAYS_GRACE_MS)) || this.#closed) return false;
    const stamp = await stampOf(wish.watched);
    this.#drop(wish.session);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= most && oldest !== undefined) this.#drop(oldest);
    const timer = setTimeout(() => this.#drop(wish.session), keepMs).unref();
    this.#kept.set(wish.session, { wish, stamp, wire, timer });
    // Whatever it says now, nobody asked for; if it goes, it is no longer kept.
    wire.listen((event) => (event.type === 'gone' || event.type === 'broken' ? this.#drop(wish.session) : undefined));
    return true;
  }

  /** The process kept for a session, if it still fits; else it is ended, before anyone else writes the session. */
  async take(wish: KeepWish): Promise<Obtained | undefined> {
    const kept = this.#kept.get(wish.session);
    if (!kept) return undefined;
    const stamp = await stampOf(wish.watched);
    if (this.#kept.get(wish.session) !== kept) return undefined;
    const { plan, lastUsedAt } = kept.wish;
    if (!isDeepStrictEqual(plan, wish.plan) || kept.stamp !== stamp || lastUsedAt !== wish.lastUsedAt) {
      await this.#drop(wish.session);
      return undefined;
    }
    this.#kept.delete(wish.session);
    clearTimeout(kept.timer);
    kept.wire.listen(undefined);
    const said: readonly WireEvent[] = [{ type: 'session', id: wish.session }, { type: 'ready' }];
    return { wire: kept.wire, said };
  }

  /** Ends them until at most `most` are left: their place, or their memory, is needed. */
  shrinkTo(most: number): void {
    const sessions = [...this.#kept.keys()];
    for (const session of sessions.slice(0, Math.max(0, sessions.length - most))) void this.#drop(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.shrinkTo(0);
    await Promise.all(this.#endings);
  }

  async #drop(session: string): Promise<void> {
    const kept = this.#kept.get(session);
    if (!kept) return;
    this.#kept.delete(session);
    clearTimeout(kept.timer);
    kept.wire.listen(undefined);
    const ending = kept.wire.process.end({ politeMs: 1_000, killGraceMs: this.#options.killGraceMs });
    this.#endings.add(ending);
    await ending;
    this.#endings.delete(ending);
  }
}

/** A codec says `ready` right behind `settled`, or never: a one-shot has nothing more to say. */
async function becomesReady(wire: Wire): Promise<boolean> {
  if (wire.ready) return true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), READY_MS);
    wire.listen((event) => {
      if (event.type !== 'ready' && event.type !== 'gone' && event.type !== 'broken') return;
      clearTimeout(timer);
      resolve(event.type === 'ready');
    });
  });
}
