import { instanceOf } from './slot-file.js';

interface Offer {
  readonly order: string;
  readonly since: number;
}

/**
 * Remembers which other servers could have run a turn that waits, and did not: they may be stopped, and nobody is to
 * wait for them.
 */
export class SlotOffers {
  readonly #courtesyMs: number;
  /** The first turn that each server could run now, and since when. */
  #offers = new Map<string, Offer>();

  /** @param courtesyMs how long a slot is kept for a server that does not take it */
  constructor(courtesyMs: number) {
    this.#courtesyMs = courtesyMs;
  }

  /** Whether the server of this waiting turn has let its time pass. */
  isPassed(order: string): boolean {
    const offer = this.#offers.get(instanceOf(order));
    return offer !== undefined && performance.now() - offer.since > this.#courtesyMs;
  }

  /**
   * Notes which waiting turns of other servers could run now, first come first. A server that has taken a slot begins
   * anew.
   */
  note(orders: readonly string[]): void {
    const offers = new Map<string, Offer>();
    for (const order of orders) {
      const server = instanceOf(order);
      if (offers.has(server)) continue;
      const before = this.#offers.get(server);
      offers.set(server, before?.order === order ? before : { order, since: performance.now() });
    }
    this.#offers = offers;
  }
}
