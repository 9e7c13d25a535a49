import type { Writable } from 'node:stream';

/** What has to be ended before the program may exit. */
export interface ShutdownOptions {
  /** Ends every turn and resolves when nothing of them is left. */
  close(): Promise<void>;
  /** Gets what is still to be written. */
  readonly output: Writable;
  /** Longest time for all of it, ms; then the program exits all the same. */
  readonly deadlineMs: number;
  /** Says on stderr what went wrong. */
  log(line: string): void;
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const FLUSH_MS = 1000;

/**
 * Ends the program once, whatever comes first: the host's going, a signal, or an error that nobody caught. Every turn is ended
 * before the exit. What comes while that goes on changes nothing but the exit code: a host that sends a signal and closes stdin
 * at the same moment gets the signal's.
 * @returns ends the program with this exit code
 */
export function installShutdown(options: ShutdownOptions): (code: number) => void {
  let exitCode: number | undefined;
  const end = (code: number) => {
    const begun = exitCode !== undefined;
    exitCode = exitCode || code;
    if (begun) return;
    setTimeout(() => {
      options.log(`not everything had ended after ${options.deadlineMs} ms; leaving all the same.`);
      process.exit(exitCode);
    }, options.deadlineMs);
    void options
      .close()
      .catch((error: unknown) => options.log(`ending the turns failed: ${String(error)}`))
      .then(() => flushed(options.output))
      .then(() => process.exit(exitCode));
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => end(code));
  process.on('uncaughtException', (error) => {
    options.log(`ended by an error of its own: ${error.stack ?? String(error)}`);
    end(1);
  });
  return end;
}

/** Waits until what was written has left, for a moment: a host that does not read must not keep the program. */
function flushed(output: Writable): Promise<void> {
  if (output.writableLength === 0 || output.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS);
    output.end(() => {
      clearTimeout(timer);
      resolve();
    });
    output.on('error', () => resolve());
  });
}
