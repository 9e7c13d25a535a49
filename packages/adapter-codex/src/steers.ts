import type { Event } from '@agentmount/core';

interface Steer {
  readonly reference: string;
  readonly text: string;
  state: 'waiting' | 'sent' | 'accepted';
}

/** Messages for the running turn, until codex has gone on with each or will not. Each gets its fate exactly once. */
export class Steers {
  readonly #open = new Map<string, Steer>();

  add(reference: string, text: string): void {
    this.#open.set(reference, { reference, text, state: 'waiting' });
  }

  /** Those that are not written yet, and are from now on. */
  take(): readonly { readonly reference: string; readonly text: string }[] {
    const waiting = [...this.#open.values()].filter(({ state }) => state === 'waiting');
    for (const steer of waiting) steer.state = 'sent';
    return waiting;
  }

  /** codex has taken the message in. */
  accepted(reference: string): readonly Event[] {
    const steer = this.#open.get(reference);
    if (steer?.state !== 'sent') return [];
    steer.state = 'accepted';
    return [{ type: 'steer', reference, state: 'accepted' }];
  }

  /** The message stands in the conversation: the model's next answer knows it. */
  delivered(reference: string): readonly Event[] {
    return this.#decide(reference, 'delivered');
  }

  refused(reference: string): readonly Event[] {
    return this.#decide(reference, 'missed');
  }

  /** Every message whose fate is open is missed. */
  miss(): readonly Event[] {
    return [...this.#open.keys()].flatMap((reference) => this.#decide(reference, 'missed'));
  }

  #decide(reference: string, state: 'delivered' | 'missed'): readonly Event[] {
    return this.#open.delete(reference) ? [{ type: 'steer', reference, state }] : [];
  }
}
