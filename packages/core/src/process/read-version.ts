import { dirname } from 'node:path';
import type { FoundExecutable } from './executable.js';
import { startProcess } from './start-process.js';

/** Longest that a program may take to tell its version, ms: Node.js programs take seconds on a loaded machine. */
const LIMIT = 20_000;
/** Output that is looked at, characters. */
const OUTPUT = 64 * 1024;

/** Every count is bounded, and no match begins inside a number: pages of digits must not be scanned again for each of them. */
const VERSION = /(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z][0-9A-Za-z.+-]{0,99})?/;

/**
 * Asks a program for its version (`1.2.3`, with what follows a `-` or `+`): the first one it prints, stdout before stderr. Undefined
 * when it cannot be started, prints none, takes longer than 20 s, or `signal` is aborted; it is gone in any case.
 */
export async function readVersion(
  executable: FoundExecutable,
  versionArgs: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  const { command, args, path } = executable;
  const spec = { command, args: [...args, ...versionArgs], env, cwd: dirname(path) };
  const running = await startProcess(spec).catch(() => undefined);
  if (!running) return undefined;
  running.endInput();
  let output = '';
  const full = new Promise<void>((resolve) => {
    running.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
      if (output.length > OUTPUT) resolve();
    });
  });
  const clock = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LIMIT);
    clock.signal.addEventListener('abort', () => clearTimeout(timer));
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await Promise.race([running.exit, full, late]);
  clock.abort();
  await running.end({ politeMs: 0, killGraceMs: 500 });
  return (VERSION.exec(output.slice(0, OUTPUT)) ?? VERSION.exec(running.stderr()))?.[0];
}
