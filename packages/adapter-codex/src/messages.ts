import { type Event, StreamedText } from '@agentmount/core';

/** Publishes every word of the model once, although codex sends a message as pieces and then whole. */
export class Messages {
  #current: { readonly id: string; readonly text: StreamedText } | undefined;
  #spoken = false;
  #last: string | undefined;

  /** The last message of the prompt that is whole. One that a steer has cut short never is (codex 0.171.0). */
  get last(): string | undefined {
    return this.#last;
  }

  begin(): void {
    this.#current = undefined;
    this.#spoken = false;
    this.#last = undefined;
  }

  /** A tool was called, or the caller has said something: what follows is no continuation. */
  pause(): void {
    this.#current = undefined;
    this.#spoken = false;
  }

  delta(id: string, piece: string): readonly Event[] {
    if (piece === '') return [];
    const fresh = this.#current?.id !== id;
    if (fresh || this.#current === undefined) this.#current = { id, text: new StreamedText() };
    this.#current.text.add(piece);
    return this.#say(piece, fresh);
  }

  /** A whole message: only what its pieces did not bring. */
  whole(id: string, words: string): readonly Event[] {
    const streamed = this.#current?.id === id ? this.#current.text : undefined;
    this.#current = undefined;
    this.#last = words;
    const rest = streamed === undefined ? words : (streamed.restOf(words) ?? '');
    return rest === '' ? [] : this.#say(rest, streamed === undefined);
  }

  /** Messages that follow each other are set apart. */
  #say(words: string, fresh: boolean): readonly Event[] {
    const text = fresh && this.#spoken ? `\n\n${words}` : words;
    this.#spoken = true;
    return [{ type: 'text', channel: 'answer', text }];
  }
}
