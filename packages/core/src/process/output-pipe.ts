import { Readable } from 'node:stream';

/** Reading time after which nothing that the process itself wrote can still be in the pipe, ms. */
const READING_TIME = 500;
/** Length of one step, ms. */
const STEP = 25;
/** Bytes kept before reading stops, while the reader has paused. */
const BUFFERED = 64 * 1024;

/**
 * One output of a child process. Node.js lets a paused pipe go when the process exits, and throws away what nobody listens to; so the pipe is
 * read here, as far as the reader keeps up, and handed on in a stream that stays paused until its reader says otherwise.
 */
export class OutputPipe {
  /** What the process writes. */
  readonly stream: Readable;
  readonly #pipe: Readable;
  #ended = false;

  constructor(pipe: Readable) {
    this.#pipe = pipe;
    this.stream = new Readable({ highWaterMark: BUFFERED, read: () => void pipe.resume() });
    pipe.on('data', (chunk: Buffer) => {
      if (!this.#ended && !this.stream.push(chunk)) pipe.pause();
    });
    // An error of the pipe is its end: the exit tells the rest.
    for (const event of ['end', 'close', 'error']) pipe.once(event, () => this.#end());
  }

  /**
   * To be called once the process has exited; resolves when all that it wrote has been read from the stream. Normally the end of the
   * pipe tells. Where a descendant holds it open, 500 ms of reading do: what the process wrote lay in the kernel's buffer when
   * it exited, and every step of reading empties that. Time in which the reader has paused does not count, so nothing is cut
   * off behind a slow one; a stream that nobody has ever read is not waited for.
   */
  async drain(): Promise<void> {
    await this.#emptied();
    this.#end();
    if (this.stream.readableFlowing === null || this.stream.readableEnded || this.stream.destroyed) return;
    await new Promise<void>((resolve) => {
      this.stream.once('end', resolve).once('close', resolve);
    });
  }

  #emptied(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#ended) return resolve();
      let read = 0;
      const done = () => {
        clearInterval(timer);
        resolve();
      };
      // Counted in steps, not by the clock: while the event loop is held up, nothing is read.
      const timer = setInterval(() => {
        const waitsForReader = this.stream.readableFlowing !== null && !this.stream.destroyed;
        if (this.#pipe.isPaused() && waitsForReader) return;
        read += STEP;
        if (read >= READING_TIME) done();
      }, STEP);
      for (const event of ['end', 'close', 'error']) this.#pipe.once(event, done);
    });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.stream.push(null);
    this.#pipe.destroy();
  }
}
