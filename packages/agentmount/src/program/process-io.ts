import { homedir } from 'node:os';
import type { CommandIo } from './command-io.js';

/** This process's own streams, environment and directories. */
export function processIo(): CommandIo {
  const { stdin, stdout, stderr } = process;
  // Whoever reads may leave early, as `head` does; what is still written then goes nowhere.
  for (const output of [stdout, stderr]) output.on('error', () => undefined);
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { stdin, stdout, stderr, environment, home: homedir(), cwd: process.cwd() };
}
