/** Characters of the end that are compared. */
const COMPARED = 1_000;

/**
 * A text of which the pieces have been published and which may come once more, whole: tells what the whole adds. For codecs; it
 * takes constant memory, however long an agent talks.
 */
export class StreamedText {
  #length = 0;
  #end = '';

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(piece: string): void {
    this.#length += piece.length;
    this.#end = (this.#end + piece.slice(-COMPARED)).slice(-COMPARED);
  }

  /** What `whole` has behind the pieces; undefined when it does not begin with them. */
  restOf(whole: string): string | undefined {
    if (whole.length < this.#length) return undefined;
    return whole.slice(this.#length - this.#end.length, this.#length) === this.#end
      ? whole.slice(this.#length)
      : undefined;
  }
}
