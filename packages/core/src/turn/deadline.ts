/** A deadline that can be held: time during which it is held does not count. */
export class Deadline {
  readonly #expired: () => void;
  #remainingMs: number;
  #startedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `ms` 0: never expires. */
  constructor(ms: number, expired: () => void) {
    this.#remainingMs = ms === 0 ? Number.POSITIVE_INFINITY : ms;
    this.#expired = expired;
  }

  /** Starts, or goes on after {@link hold}. */
  run(): void {
    if (this.#timer || this.#remainingMs === Number.POSITIVE_INFINITY) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#expired, Math.max(0, this.#remainingMs));
    this.#timer.unref();
  }

  hold(): void {
    if (!this.#timer || this.#startedAt === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs -= performance.now() - this.#startedAt;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs = Number.POSITIVE_INFINITY;
  }
}
