import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ReadStream } from 'node:tty';
import type { CommandIo } from '../program/command-io.js';

/**
 * Where a person who sees stderr can type: stdin, or when the task came from there, the terminal itself. Nothing is read before it is
 * opened: a program in the background that reads from its terminal is stopped by it.
 * @returns opens it; undefined where there is no terminal, or nobody sees stderr
 */
export function terminalInput({ stdin, stderr }: CommandIo): (() => Readable) | undefined {
  if (!stderr.isTTY) return undefined;
  if (stdin.isTTY) return () => stdin;
  if (process.platform === 'win32') return undefined;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return () => new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}
