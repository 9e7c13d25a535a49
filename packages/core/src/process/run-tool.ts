import { execFile } from 'node:child_process';

/** What a system program prints on stdout; empty when it fails or takes longer than 10 s. */
export function runTool(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  // The language and the time zone would change the form of a date.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000, maxBuffer: 64 * 1024 * 1024, env, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}
