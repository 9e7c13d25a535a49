import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a program is run. Nothing of the test's environment is inherited. */
export interface RunOptions {
  readonly arguments?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to stdin, which is then closed; stdin stays open without it when `keepsInputOpen`. */
  readonly input?: string | Uint8Array;
  readonly keepsInputOpen?: boolean;
  /** Called as soon as the process runs. */
  readonly whileRunning?: (child: RunningProgram) => Promise<void> | void;
}

/** A program that has not ended. */
interface RunningProgram {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Writes to its stdin. */
  write(text: string): void;
}

/** What a program did. */
export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From start to end, milliseconds. */
  readonly ms: number;
}

/** Runs a JavaScript file on this Node.js to its end. */
export function runProgram(file: string, options: RunOptions = {}): Promise<RunResult> {
  return runCommand(process.execPath, [file, ...(options.arguments ?? [])], options);
}

/** Runs any program to its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const start = performance.now();
  const child = spawn(command, [...args], { env: { ...options.env }, cwd: options.cwd, stdio: 'pipe' });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A program may end without reading what it is given.
  child.stdin.on('error', () => undefined);
  if (options.input !== undefined) child.stdin.write(options.input);
  if (options.keepsInputOpen !== true) child.stdin.end();
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  try {
    await once(child, 'spawn');
    await options.whileRunning?.({
      pid: child.pid ?? 0,
      kill: (signal) => void child.kill(signal),
      write: (text) => void child.stdin.write(text),
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const [code, signal] = await exited;
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
  return { code, signal, stdout: text(stdout), stderr: text(stderr), ms: performance.now() - start };
}
