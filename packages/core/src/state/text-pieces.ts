/**
 * How many small pieces are joined into one: an answer arrives a word at a time, and each string costs more than its
 * characters.
 */
const JOIN_AT = 2_048;

/** A text that grows by pieces and is put together when it is read. */
export class TextPieces {
  #joined: string[] = [];
  #small: string[] = [];
  #length = 0;

  /** Characters. */
  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    if (text === '') return;
    this.#length += text.length;
    this.#small.push(text);
    if (this.#small.length < JOIN_AT) return;
    this.#joined.push(this.#small.join(''));
    this.#small = [];
  }

  text(): string {
    return this.#joined.join('') + this.#small.join('');
  }

  /** The text, and empties this. */
  take(): string {
    const text = this.text();
    this.#joined = [];
    this.#small = [];
    this.#length = 0;
    return text;
  }
}
