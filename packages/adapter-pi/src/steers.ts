import type { Event } from '@agentmount/core';

interface Steer {
  readonly reference: string;
  readonly text: string;
}

/**
 * The messages on their way into a running prompt. One is written at a time: of two that reach an idle pi (1.6.0) together, the
 * second is lost. Each gets its fate exactly once.
 */
export class Steers {
  #unsent: Steer[] = [];
  /** Written, and not yet replied to. */
  #written: Steer | undefined;
  #writtenAt = 0;
  #replyDue = false;
  /** In pi's queue, under the text that it has there. */
  #queued: { readonly reference: string; readonly entry: string }[] = [];
  /** pi's queue, as it said last. */
  #entries: readonly string[] = [];

  /** Whether a message is written whose reply is still to come: it may start another run. */
  get replyDue(): boolean {
    return this.#replyDue;
  }

  add(reference: string, text: string): void {
    this.#unsent.push({ reference, text });
  }

  /** The next message to write, if one may be written now. */
  next(): string | undefined {
    if (this.#replyDue) return undefined;
    this.#written = this.#unsent.shift();
    if (this.#written === undefined) return undefined;
    this.#replyDue = true;
    this.#writtenAt = this.#entries.length;
    return this.#written.text;
  }

  /** pi says its queue. A message that has left it is with the model. */
  onQueue(entries: readonly string[]): readonly Event[] {
    this.#entries = entries;
    const left = [...entries];
    // The oldest leaves first, so of two with one text the newer is the one that is still there.
    const stay = this.#queued.toReversed().filter(({ entry }) => {
      const index = left.lastIndexOf(entry);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
    const gone = this.#queued.filter((steer) => !stay.includes(steer));
    this.#queued = stay.toReversed();
    return gone.map(({ reference }) => fate(reference, 'delivered'));
  }

  /** The reply to the written message, if it was accepted; undefined if pi refused it. */
  onReply(disposition: string | undefined): readonly Event[] {
    const written = this.#written;
    this.#written = undefined;
    this.#replyDue = false;
    if (written === undefined) return [];
    const { reference, text } = written;
    if (disposition === undefined) return [fate(reference, 'missed')];
    if (disposition !== 'queued') return [fate(reference, 'delivered')];
    // A template or a skill is in the queue as what it stands for.
    const entry = this.#entries.includes(text) ? text : this.#entries.slice(this.#writtenAt).at(-1);
    if (entry === undefined) return [fate(reference, 'accepted'), fate(reference, 'delivered')];
    this.#queued.push({ reference, entry });
    return [fate(reference, 'accepted')];
  }

  /** Every message whose fate is open is missed. A reply may still be due. */
  miss(): readonly Event[] {
    const open = [...this.#queued, ...(this.#written ? [this.#written] : []), ...this.#unsent];
    this.#queued = [];
    this.#written = undefined;
    this.#unsent = [];
    return open.map(({ reference }) => fate(reference, 'missed'));
  }

  /** Whether pi still holds messages that it would give to the model with the next prompt. */
  get held(): boolean {
    return this.#entries.length > 0;
  }
}

function fate(reference: string, state: 'accepted' | 'delivered' | 'missed'): Event {
  return { type: 'steer', reference, state };
}
