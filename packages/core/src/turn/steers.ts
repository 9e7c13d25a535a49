/** Messages put into a running prompt, until the agent has taken each up or missed it. */
export class Steers {
  readonly #waiting = new Map<string, string>();
  #count = 0;

  /** Returns the reference that the agent's events will name. */
  add(text: string): string {
    const reference = `steer-${++this.#count}`;
    this.#waiting.set(reference, text);
    return reference;
  }

  /** The message, the first time its fate is known. */
  decide(reference: string): string | undefined {
    const text = this.#waiting.get(reference);
    this.#waiting.delete(reference);
    return text;
  }

  get undecided(): readonly string[] {
    return [...this.#waiting.values()];
  }
}
