import { statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { LaunchCall } from './launch-call.js';

/** How this process has been called. */
export function ownCall(callArguments: readonly string[]): LaunchCall {
  return {
    arguments: callArguments,
    stdinIsTerminal: isatty(0),
    stdoutIsTerminal: isatty(1),
    // Absent on Windows only.
    uid: process.geteuid?.() ?? -1,
    environment: process.env,
  };
}

/**
 * Who may own a manifest: root, and whoever could have changed the program that reads it.
 * @param program file of the program
 */
export function manifestOwners(program: string): ReadonlySet<number> {
  return new Set([0, statSync(program).uid]);
}
