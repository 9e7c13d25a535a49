import type { Readable, Writable } from 'node:stream';

/** Longest message of a client, bytes. The longest that this server has a use for is a hundredth of it. */
const MOST_MESSAGE_BYTES = 1024 * 1024;

/** A JSON-RPC error that answers what is no message. */
interface LineError {
  readonly code: -32700 | -32600;
  readonly message: string;
}

/** Who takes the messages. */
export interface LineListener {
  onMessage(value: unknown): void;
  onError(error: LineError): void;
  /** Called once, when the client ended its side, or when it no longer reads ours. */
  onEnd(): void;
}

/**
 * One JSON message a line, both ways. The SDK's own transport (2.4.0) closes without a word on a long message and drops a
 * broken one; here both are answered, and the connection goes on.
 */
export class LineTransport {
  readonly #input: Readable;
  readonly #output: Writable;
  #chunks: Buffer[] = [];
  #length = 0;
  #ended = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** Begins to read. Called once. */
  start(listener: LineListener): void {
    const end = () => {
      if (this.#ended) return;
      this.#ended = true;
      listener.onEnd();
    };
    for (const event of ['end', 'error', 'close']) this.#input.on(event, end);
    for (const event of ['error', 'close']) this.#output.on(event, end);
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk, listener));
  }

  /** Writes one message. Resolves when it has been taken; never rejects. */
  send(message: unknown): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  #take(chunk: Buffer, listener: LineListener): void {
    for (let start = 0; start < chunk.length; ) {
      const lineEnd = chunk.indexOf(0x0a, start);
      const part = chunk.subarray(start, lineEnd === -1 ? chunk.length : lineEnd);
      start += part.length + 1;
      this.#length += part.length;
      // What is over the limit is counted and not kept.
      if (this.#length <= MOST_MESSAGE_BYTES) this.#chunks.push(part);
      if (lineEnd !== -1) this.#finishLine(listener);
    }
  }

  #finishLine(listener: LineListener): void {
    const isTooLong = this.#length > MOST_MESSAGE_BYTES;
    const line = isTooLong ? '' : Buffer.concat(this.#chunks).toString('utf8');
    this.#chunks = [];
    this.#length = 0;
    if (isTooLong) {
      listener.onError({ code: -32600, message: 'Invalid request: a message may have 1 MiB at most.' });
      return;
    }
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      listener.onError({ code: -32700, message: 'Parse error: the line is not JSON.' });
      return;
    }
    listener.onMessage(value);
  }
}
