import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineProcess } from './line-process.js';

/**
 * The shape of a transport that both client SDKs take, over a process that is already running. Their own stdio
 * transports hide how the server ended, and kill it after two seconds: the very things that tests ask about.
 */
export class ProcessTransport<Message> {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: Message) => void) | undefined;
  /** The revision that the handshake settled on. */
  protocolVersion: string | undefined;
  readonly #process: LineProcess;
  #queue: Promise<void> = Promise.resolve();

  constructor(process: LineProcess) {
    this.#process = process;
  }

  async start(): Promise<void> {
    this.#process.onLine((line) => this.#enqueue(() => this.#deliver(line)));
    void this.#process.outputEnded.then(() => this.#enqueue(() => this.onclose?.()));
  }

  /**
   * One message in one turn of the event loop. Both SDKs handle a notification later than a response that came in the
   * same chunk, and so lose the last progress of a call; tests are to see all of it.
   */
  #enqueue(job: () => void): void {
    this.#queue = this.#queue.then(() => nextTurn()).then(job);
  }

  #deliver(line: string): void {
    try {
      this.onmessage?.(JSON.parse(line) as Message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  async send(message: Message): Promise<void> {
    await this.#process.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#process.endInput();
    this.onclose?.();
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }
}
