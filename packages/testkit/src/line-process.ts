import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from './wait-for.js';

/** How a process is started. The environment is the whole one: nothing is inherited. */
export interface LineProcessOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Leader of a process group of its own, so that a signal to the test does not reach it. Default false. */
  readonly detached?: boolean;
}

/** How a process ended. One of the two is null. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process whose output is read as lines that end in LF. */
export interface LineProcess extends AsyncDisposable {
  readonly pid: number;
  /** Complete lines of stdout so far, without their line ends. */
  readonly lines: readonly string[];
  /** Everything on stderr so far. */
  stderr(): string;
  /** Resolves when the process has ended. Its pipes may still be open in its descendants. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves when its stdout is at its end: the process and every descendant that inherited the pipe have closed it. */
  readonly outputEnded: Promise<void>;
  /** Called for each complete line of stdout; only one listener. */
  onLine(listener: (line: string) => void): void;
  /** Writes as is, and resolves when the pipe took it. Rejects when the other end is gone. */
  write(data: string | Uint8Array): Promise<void>;
  endInput(): void;
  /** Leaves what it writes in the pipe, which then fills, until `resumeOutput()`. */
  pauseOutput(): void;
  resumeOutput(): void;
  /** Stops reading and closes our end of its stdout: its next write fails with EPIPE. */
  closeOutput(): void;
  /** Signals the process itself, not its group. */
  kill(signal?: NodeJS.Signals): void;
  /** Waits for the exit. @throws Error with the end of stderr, after `timeoutMs` (60,000) */
  waitForExit(timeoutMs?: number): Promise<ProcessExit>;
  /** Closes stdin, waits up to 10 s for the exit, then kills. */
  dispose(): Promise<void>;
}

/** Starts a process and resolves when it runs. @throws Error when it cannot be started (no such program, no such directory) */
export async function startLineProcess(options: LineProcessOptions): Promise<LineProcess> {
  const child: ChildProcessWithoutNullStreams = spawn(options.command, [...(options.args ?? [])], {
    env: { ...options.env },
    stdio: 'pipe',
    detached: options.detached ?? false,
    windowsHide: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  await once(child, 'spawn');
  const lines: string[] = [];
  const errors: Buffer[] = [];
  let listener: ((line: string) => void) | undefined;
  let ended: ProcessExit | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = { code, signal };
      resolve(ended);
    });
  });
  const outputEnded = new Promise<void>((resolve) => {
    child.stdout.once('close', resolve);
  });
  const stderr = () => Buffer.concat(errors).toString('utf8');
  child.stderr.on('data', (data: Buffer) => errors.push(data));
  splitLines(child.stdout, (line) => {
    lines.push(line);
    listener?.(line);
  });
  // A write to a process that has ended is reported to the writer; the stream's own event says nothing more.
  child.stdin.on('error', () => undefined);

  const waitForExit = (timeoutMs = 60_000) =>
    waitFor(() => ended, {
      timeoutMs,
      what: () => `process ${child.pid} (${options.command}) to end; the end of its stderr: ${stderr().slice(-2000)}`,
    });
  const dispose = async () => {
    child.stdin.end();
    const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(killer);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  };
  return {
    pid: child.pid ?? 0,
    lines,
    stderr,
    exited,
    outputEnded,
    onLine(next) {
      listener = next;
    },
    write: (data) =>
      new Promise((resolve, reject) => {
        child.stdin.write(data, (error) => (error ? reject(error) : resolve()));
      }),
    endInput: () => child.stdin.end(),
    pauseOutput: () => void child.stdout.pause(),
    resumeOutput: () => void child.stdout.resume(),
    closeOutput: () => child.stdout.destroy(),
    kill: (signal = 'SIGTERM') => void child.kill(signal),
    waitForExit,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Splits on the byte LF only: U+2028 and U+2029 are text. */
function splitLines(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let parts: Buffer[] = [];
  stream.on('data', (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, from)) {
      take(Buffer.concat([...parts, data.subarray(from, end)]).toString('utf8'));
      parts = [];
      from = end + 1;
    }
    if (from < data.length) parts.push(data.subarray(from));
  });
}
