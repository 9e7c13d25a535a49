import { decodeHead } from './utf8.js';

/** Characters of a lost frame that are kept. */
const HEAD_CHARACTERS = 2_000;
/** Bytes that surely hold them: no character of UTF-8 takes more than three bytes per UTF-16 unit. */
const HEAD_BYTES = HEAD_CHARACTERS * 3;
/** A line's buffer that is larger than this, bytes, is let go after so many lines that would not have needed it. */
const BUFFER_KEPT = 256 * 1024;
const LINES_KEPT = 32;

const LF = 10;
const CR = 13;

export interface FrameSplitterOptions {
  /** Longest frame in bytes, without its line end. */
  readonly maxBytes: number;
  /** A whole frame without its LF (and without a CR before it), and its length in bytes. */
  readonly onFrame: (line: string, bytes: number) => void;
  /** A frame was longer than `maxBytes` and has been dropped: its first 2,000 characters, and its length in bytes. Called once, at its end. */
  readonly onLost: (head: string, bytes: number) => void;
}

/**
 * Cuts a stream of bytes into frames at LF bytes only: other line separators of Unicode are content. Empty lines are no frames.
 * Every byte is looked at once and copied at most a few times, and no more than about `2 * maxBytes` are held.
 */
export class FrameSplitter {
  readonly #options: FrameSplitterOptions;
  /** The beginning of a line whose end has not come yet. */
  #line = Buffer.alloc(0);
  #length = 0;
  /** Lines in a row for which a small buffer would have done. */
  #small = 0;
  /** Bytes of a line that has become too long, `#line` being its head; 0: none. */
  #lost = 0;
  /** Whether the last byte of such a line is a CR, which does not count if the line ends there. */
  #lostToCr = false;

  constructor(options: FrameSplitterOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const part = chunk.subarray(start, end);
      // Only this line is free of a beginning in an earlier chunk, and so needs no copy.
      if (this.#length === 0 && this.#lost === 0) {
        this.#deliver(part);
        this.#letGo(part.length);
      } else {
        this.#append(part);
        this.#finish();
      }
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The stream has ended: a last line without an LF is a frame too. */
  end(): void {
    this.#finish();
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#lost > 0) {
      this.#lost += part.length;
      this.#length += part.copy(this.#line, this.#length);
      this.#lostToCr = part[part.length - 1] === CR;
      return;
    }
    const length = this.#length + part.length;
    // One more than the limit may yet turn out to be the CR of the line end.
    if (length > this.#options.maxBytes + 1) {
      const head = Buffer.alloc(HEAD_BYTES);
      const begun = this.#line.copy(head, 0, 0, this.#length);
      this.#length = begun + part.copy(head, begun);
      this.#line = head;
      this.#lost = length;
      this.#lostToCr = part[part.length - 1] === CR;
      return;
    }
    if (length > this.#line.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, Math.min(2 * this.#line.length, this.#options.maxBytes + 1)));
      this.#line.copy(larger, 0, 0, this.#length);
      this.#line = larger;
    }
    part.copy(this.#line, this.#length);
    this.#length = length;
  }

  #finish(): void {
    const line = this.#line.subarray(0, this.#length);
    const lost = this.#lostToCr ? this.#lost - 1 : this.#lost;
    this.#length = 0;
    this.#lost = 0;
    this.#lostToCr = false;
    if (lost > 0) this.#options.onLost(headOf(line.subarray(0, lost)), lost);
    else this.#deliver(line);
    this.#letGo(line.length);
  }

  /** Where long lines follow each other, a new buffer for each would be garbage faster than it is collected. */
  #letGo(length: number): void {
    this.#small = length > BUFFER_KEPT ? 0 : this.#small + 1;
    if (this.#line.length > BUFFER_KEPT && this.#small >= LINES_KEPT) this.#line = Buffer.alloc(0);
  }

  #deliver(part: Buffer): void {
    const line = part[part.length - 1] === CR ? part.subarray(0, -1) : part;
    if (line.length === 0) return;
    if (line.length > this.#options.maxBytes) this.#options.onLost(headOf(line), line.length);
    else this.#options.onFrame(line.toString('utf8'), line.length);
  }
}

function headOf(bytes: Buffer): string {
  const text = decodeHead(bytes.subarray(0, HEAD_BYTES)).slice(0, HEAD_CHARACTERS);
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
