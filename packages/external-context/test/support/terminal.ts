import { spawnSync } from 'node:child_process';
import { type RunOptions, type RunResult, runCommand } from './run-program.js';

/** Why no terminal can be had here, or undefined when one can: `script` of util-linux makes it. */
export const noTerminal =
  process.platform === 'linux' &&
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
    ? undefined
    : 'needs script of util-linux, which makes a terminal (Debian: apt-get install bsdutils)';

/**
 * Runs a line of a POSIX shell on a terminal of its own. Both outputs arrive on stdout, as on any terminal; the exit code is
 * that of the line.
 */
export function runOnTerminal(
  line: string,
  options: RunOptions & { readonly prefix?: readonly string[] } = {},
): Promise<RunResult> {
  const [command = 'script', ...args] = [...(options.prefix ?? []), 'script', '-qec', line, '/dev/null'];
  const env = { PATH: '/usr/bin:/bin', SHELL: '/bin/sh', ...options.env };
  // Without a terminal of its own to copy, `script` would tell the line at once that its input is over.
  return runCommand(command, args, { keepsInputOpen: true, ...options, env });
}
