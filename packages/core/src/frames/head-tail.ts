import { decodeHead, decodeTail } from './utf8.js';

/** Keeps the first and the last part of a stream of UTF-8, in constant memory however long the stream is. */
export class HeadTail {
  readonly #head: Buffer;
  /** A ring: the next byte goes to `#total` minus the head's length, modulo its size. */
  readonly #tail: Buffer;
  #headLength = 0;
  #tailTotal = 0;

  /** Limits in bytes. */
  constructor(limitHead: number, limitTail: number) {
    this.#head = Buffer.alloc(limitHead);
    this.#tail = Buffer.alloc(limitTail);
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    const room = this.#head.length - this.#headLength;
    if (room > 0) {
      this.#head.set(rest.subarray(0, room), this.#headLength);
      this.#headLength += Math.min(room, rest.length);
      rest = rest.subarray(room);
    }
    const size = this.#tail.length;
    if (rest.length === 0) return;
    const skipped = Math.max(0, rest.length - size);
    this.#tailTotal += skipped;
    for (rest = rest.subarray(skipped); rest.length > 0; ) {
      const at = this.#tailTotal % size;
      const part = rest.subarray(0, size - at);
      this.#tail.set(part, at);
      this.#tailTotal += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** What was kept; where something is missing in between, a line says how much. A character that a cut would split is left out. */
  text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    const size = this.#tail.length;
    if (this.#tailTotal <= size) {
      return Buffer.concat([head, this.#tail.subarray(0, this.#tailTotal)]).toString('utf8');
    }
    const at = size === 0 ? 0 : this.#tailTotal % size;
    const first = decodeHead(head);
    const last = decodeTail(Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]));
    const total = this.#headLength + this.#tailTotal;
    const left = total - Buffer.byteLength(first) - Buffer.byteLength(last);
    return `${first}\n… ${left.toLocaleString('en-US')} bytes left out …\n${last}`;
  }
}
