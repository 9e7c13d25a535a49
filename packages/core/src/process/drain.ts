import type { Readable } from 'node:stream';

/** Reading time after which nothing that the process itself wrote can still be in the pipe, ms. */
const READING_TIME = 500;
/** Length of one step, ms. */
const STEP = 25;

/**
 * Waits until all that an exited process wrote has been read from its pipe. Normally the end of the stream tells; where a descendant
 * keeps the pipe open, 500 ms of reading do: what the process wrote lay in the kernel's buffer when it exited, and each step of
 * reading empties that. Time in which the reader has paused the stream does not count, so nothing is cut off behind a slow one.
 */
export function drained(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let read = 0;
    // Counted in steps, not by the clock: while the event loop is held up, nothing is read.
    const timer = setInterval(() => {
      const stopped = stream.readableFlowing === false && stream.listenerCount('readable') === 0;
      if (stopped || stream.readableLength > 0) return;
      read += STEP;
      if (read >= READING_TIME) done();
    }, STEP);
    const done = () => {
      clearInterval(timer);
      stream.off('end', done).off('close', done);
      resolve();
    };
    stream.once('end', done).once('close', done);
  });
}
