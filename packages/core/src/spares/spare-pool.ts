import { freemem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Wire, WireEvent } from '../turn/wire.js';
import { Spare } from './spare.js';
import { stampOf } from './stamp.js';

const IDLE_MS = 300_000;
const LOOK_MS = 15_000;
const LEAST_MEMORY = 2_000_000_000;

/** A process for a turn: a new one, whose wire is still to be opened, or a waiting one with what it has said. */
export interface Obtained {
  readonly wire: Wire;
  readonly said?: readonly WireEvent[];
}

/** What to keep waiting. */
export interface SpareWish {
  readonly plan: LaunchPlan;
  /** Files and directories whose change makes a waiting process stale. */
  readonly watched: readonly string[];
}

export interface SparePoolOptions {
  /** How many processes may wait; 0: none ever does. */
  readonly most: number;
  readonly killGraceMs: number;
  launch(plan: LaunchPlan): Promise<Wire>;
  /** Waits until the machine can start one more; resolves with what to call when it is up. */
  enterGate(signal: AbortSignal): Promise<() => void>;
  /** Free memory in bytes; the machine's, unless a test says otherwise. */
  freeMemory?(): number;
}

/**
 * Processes past their handshake that wait for a turn whose launch plan is theirs. What to keep is learned from the last turn. A
 * spare serves one turn, is never older than five idle minutes, and goes when memory is short or when its files have changed.
 */
export class SparePool {
  readonly #options: SparePoolOptions;
  readonly #spares = new Set<Spare>();
  readonly #endings = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #starting: Promise<void> | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor(options: SparePoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#spares.size;
  }

  /** A waiting process for this plan, or a new one. Rejects when a new one cannot be started. */
  async obtain(wish: SpareWish): Promise<Obtained> {
    const fitting = [...this.#spares].filter((spare) => isDeepStrictEqual(spare.plan, wish.plan));
    if (fitting.length > 0) {
      const stamp = await stampOf(wish.watched);
      for (const spare of fitting) {
        if (!this.#spares.has(spare)) continue;
        if (spare.stamp !== stamp) {
          this.#drop(spare);
          continue;
        }
        this.#spares.delete(spare);
        return spare.take();
      }
    }
    return { wire: await this.#options.launch(wish.plan) };
  }

  /** Keeps a process waiting for this plan, if that is allowed now. Never rejects; resolves when it waits, or does not. */
  async prepare(wish: SpareWish): Promise<void> {
    if (this.#starting) return this.#starting;
    this.#starting = this.#start(wish).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Ends waiting processes until at most `most` are left, the oldest first: their place is needed. */
  shrinkTo(most: number): void {
    const [...oldest] = this.#spares;
    for (const spare of oldest.slice(0, Math.max(0, oldest.length - most))) this.#drop(spare);
  }

  /** Ends them all; resolves when none is left. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    this.shrinkTo(0);
    await this.#starting;
    this.shrinkTo(0);
    await Promise.all(this.#endings);
  }

  async #start({ plan, watched }: SpareWish): Promise<void> {
    const { most, launch, enterGate } = this.#options;
    const { signal } = this.#closing;
    if (most === 0 || signal.aborted || this.#memoryIsShort()) return;
    let leave: (() => void) | undefined;
    try {
      const stamp = await stampOf(watched);
      for (const spare of this.#spares) {
        // The one that waits may be for another plan, or stale: what was asked last is what will be asked next.
        if (spare.stamp !== stamp || !isDeepStrictEqual(spare.plan, plan)) this.#drop(spare);
      }
      if (this.#spares.size >= most) return;
      leave = await enterGate(signal);
      const wire = await launch(plan);
      const spare: Spare = new Spare(plan, stamp, wire, () => this.#drop(spare));
      this.#spares.add(spare);
      this.#look ??= setInterval(() => this.#lookAfter(), LOOK_MS).unref();
      if (signal.aborted) this.#drop(spare);
      await spare.settled;
    } catch {
      // A process that cannot be kept waiting is told about by the turn that then starts one itself.
    } finally {
      leave?.();
    }
  }

  #lookAfter(): void {
    const old = performance.now() - IDLE_MS;
    const short = this.#memoryIsShort();
    for (const spare of this.#spares) if (short || spare.startedAt < old) this.#drop(spare);
    if (this.#spares.size > 0) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }

  #memoryIsShort(): boolean {
    return (this.#options.freeMemory ?? freemem)() < LEAST_MEMORY;
  }

  #drop(spare: Spare): void {
    if (!this.#spares.delete(spare)) return;
    const ending: Promise<void> = spare.end(this.#options.killGraceMs).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }
}
