import { availableParallelism } from 'node:os';
import type { StartGate } from './slots.js';

interface Waiter {
  readonly enter: () => void;
}

/**
 * Lets at most as many agents start at once as there are cores, in the order in which they came. Within one server: how
 * many turns all servers start together is bounded by their common slots already.
 */
export class CoreStartGate implements StartGate {
  readonly #limit: number;
  readonly #waiters = new Set<Waiter>();
  #inside = 0;

  /** @param limit how many may start at once; the number of usable cores unless given */
  constructor(limit: number = availableParallelism()) {
    this.#limit = Math.max(1, Math.floor(limit) || 1);
  }

  enter(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiter: Waiter = {
        enter: () => {
          signal.removeEventListener('abort', abort);
          resolve(this.#exit());
        },
      };
      const abort = () => {
        this.#waiters.delete(waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
      this.#admit();
    });
  }

  #admit(): void {
    for (const waiter of this.#waiters) {
      if (this.#inside >= this.#limit) return;
      this.#waiters.delete(waiter);
      this.#inside += 1;
      waiter.enter();
    }
  }

  /** The way out, for one that is inside; the second call does nothing. */
  #exit(): () => void {
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#inside -= 1;
      this.#admit();
    };
  }
}
