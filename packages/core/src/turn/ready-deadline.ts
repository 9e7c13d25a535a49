/** How many times as long as its limit a deadline may last, whatever the machine does. */
const LONGEST = 6;

/**
 * The time that a process has to become ready. Time in which the machine was too busy to run it does not count: a start that is
 * slow because many others start is not one that has failed.
 */
export class ReadyDeadline {
  readonly #ms: number;
  readonly #expired: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, expired: () => void) {
    this.#ms = ms;
    this.#expired = expired;
  }

  /** Starts, or starts anew. `heldUpMs` tells how long the machine has kept the process waiting since its start. */
  run(heldUpMs: () => number): void {
    const since = performance.now();
    const before = heldUpMs();
    const look = () => {
      const elapsed = performance.now() - since;
      const left = this.#ms - (elapsed - (heldUpMs() - before));
      if (left <= 1 || elapsed >= LONGEST * this.#ms) this.#expired();
      else this.#timer = setTimeout(look, Math.min(left, LONGEST * this.#ms - elapsed));
    };
    this.clear();
    this.#timer = setTimeout(look, this.#ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
