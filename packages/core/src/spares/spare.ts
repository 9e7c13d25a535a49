import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Wire, WireEvent } from '../turn/wire.js';
import type { Stamp } from './stamp.js';

/** Events and bytes of a process that has been asked for nothing: far more than a handshake takes. */
const MOST_EVENTS = 200;
const MOST_BYTES = 1_000_000;

/** A process that is past its handshake, or on its way through it, and has done nothing yet. */
export class Spare {
  readonly plan: LaunchPlan;
  readonly stamp: Stamp;
  readonly startedAt = performance.now();
  readonly #wire: Wire;
  readonly #said: WireEvent[] = [];
  readonly #unfit: () => void;
  #settled!: () => void;
  /** Resolves when it is ready or unfit. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settled = resolve;
  });

  /** `unfit` is called, once or more, when it can serve nobody any more. */
  constructor(plan: LaunchPlan, stamp: Stamp, wire: Wire, unfit: () => void) {
    this.plan = plan;
    this.stamp = stamp;
    this.#wire = wire;
    this.#unfit = unfit;
    wire.open((event) => this.#hear(event));
  }

  /** Hands the process over, with what it has said. */
  take(): { readonly wire: Wire; readonly said: readonly WireEvent[] } {
    this.#wire.listen(undefined);
    this.#settled();
    return { wire: this.#wire, said: this.#said };
  }

  async end(killGraceMs: number): Promise<void> {
    this.#wire.listen(undefined);
    this.#settled();
    await this.#wire.process.end({ politeMs: 0, killGraceMs });
  }

  #hear(event: WireEvent): void {
    // A waiting process only says its session, its model and that it is ready; whatever it adds is little, or it is broken.
    const talks = this.#said.length >= MOST_EVENTS || this.#wire.counts.bytes > MOST_BYTES;
    if (!talks) this.#said.push(event);
    if (talks || event.type === 'settled' || event.type === 'gone' || event.type === 'broken') this.#unfit();
    else if (event.type === 'ready') this.#settled();
  }
}
