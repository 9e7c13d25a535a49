import type { Readable, Writable } from 'node:stream';
import { FrameSplitter } from '@agentmount/core';
import { checkMessage, INVALID_REQUEST, type Message } from './check-message.js';
import { findRequestId, type RequestId } from './find-request-id.js';

/** Bytes that wait to be taken by the host at which nothing more is read from it: one that does not read must not make us grow. */
const MOST_UNREAD_BYTES = 1_000_000;

/** Bytes of a message's end that are kept, so that the id of one that is too long can be found there. */
const TAIL_BYTES = 512;

/** Why the connection is over. */
export type WireEnd = 'input ended' | 'output closed' | 'closed';

/** Who listens to the host. */
export interface HostListener {
  onMessage(message: Message): void;
  /** Called once. */
  onEnd(reason: WireEnd): void;
}

/** The two ends of the pipe to the host. */
export interface HostWireOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest message from the host, bytes. */
  readonly maxFrame: number;
}

/**
 * The line to the host: one JSON-RPC message a line. Lines are split and checked here, so that a message that is too long, broken
 * or no message is answered as JSON-RPC has it and the connection goes on.
 */
export class HostWire {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxFrame: number;
  readonly #inFlight = new Set<RequestId>();
  #listener: HostListener | undefined;
  #tail = Buffer.alloc(0);
  #ended = false;

  constructor(options: HostWireOptions) {
    this.#input = options.input;
    this.#output = options.output;
    this.#maxFrame = options.maxFrame;
  }

  /** Begins to read. Called once. */
  start(listener: HostListener): void {
    this.#listener = listener;
    const splitter = new FrameSplitter({
      maxBytes: this.#maxFrame,
      onFrame: (line) => this.#onLine(line),
      onLost: (head, bytes) => this.#onLost(head, bytes),
    });
    this.#output.on('error', () => this.#end('output closed'));
    this.#output.on('close', () => this.#end('output closed'));
    this.#output.on('drain', () => this.#input.resume());
    this.#input.on('error', () => this.#end('input ended'));
    this.#input.on('close', () => this.#end('input ended'));
    this.#input.on('end', () => {
      // A last line without its line end is a whole message all the same.
      if (!this.#ended) splitter.end();
      this.#end('input ended');
    });
    this.#input.on('data', (chunk: Buffer) => {
      if (this.#ended) return;
      this.#push(splitter, chunk);
      if (this.#output.writableLength > MOST_UNREAD_BYTES) this.#input.pause();
    });
  }

  /** Writes one message. Resolves when the pipe took it, or at once when the connection is over; never rejects. */
  send(message: Message | object): Promise<void> {
    const { id, method } = message as Message;
    if (id !== undefined && method === undefined) this.#inFlight.delete(id);
    if (this.#ended || !this.#output.writable) return Promise.resolve();
    return new Promise((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  /** Answers a message that is not one. */
  refuse(id: RequestId | null, code: number, message: string): void {
    void this.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /** Stops reading and writing. */
  close(): void {
    this.#end('closed');
  }

  /** Hands the bytes on line by line, so that the last bytes seen are those of the line that is being ended. */
  #push(splitter: FrameSplitter, chunk: Buffer): void {
    for (let start = 0; start < chunk.length; ) {
      const lineEnd = chunk.indexOf(0x0a, start);
      const part = chunk.subarray(start, lineEnd < 0 ? chunk.length : lineEnd + 1);
      this.#tail = Buffer.from(Buffer.concat([this.#tail, part.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES));
      splitter.push(part);
      start += part.length;
    }
  }

  #onLine(line: string): void {
    if (line.trim() === '') return;
    const checked = checkMessage(line);
    if ('error' in checked) {
      const { id, code, message } = checked.error;
      this.refuse(id, code, message);
      return;
    }
    const { message } = checked;
    if (message.method !== undefined && message.id !== undefined) {
      if (this.#inFlight.has(message.id)) {
        // The answer bears the id all the same: a client that uses one twice has given up the first request's place.
        this.refuse(message.id, INVALID_REQUEST, 'Invalid request: a request with this id is still being worked on.');
        this.#inFlight.add(message.id);
        return;
      }
      this.#inFlight.add(message.id);
    }
    // A cancelled request gets no response, so its id is free.
    if (message.method === 'notifications/cancelled') this.#inFlight.delete(message.params?.requestId as RequestId);
    this.#listener?.onMessage(message);
  }

  #onLost(head: string, bytes: number): void {
    const id = findRequestId(head, this.#tail.toString('utf8')) ?? null;
    this.refuse(
      id,
      INVALID_REQUEST,
      `Invalid request: the message has ${bytes} bytes, the longest allowed has ${this.#maxFrame}.`,
    );
  }

  #end(reason: WireEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.pause();
    this.#listener?.onEnd(reason);
  }
}
