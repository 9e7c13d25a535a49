/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
  #state: number;

  /** @param seed any integer; its low 32 bits count */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    // A Weyl sequence, mixed by two multiplications: one short state, and neighbouring seeds have nothing in common.
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number of at least 0 and below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as Item;
  }
}
