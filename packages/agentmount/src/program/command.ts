import type { Manifest } from '@agentmount/server';
import type { CommandIo } from './command-io.js';

/** How a command is called. */
export interface CommandCall {
  /** The words after the command's name. */
  readonly args: readonly string[];
  readonly io: CommandIo;
  /** What the program says of itself. */
  readonly manifest: Manifest;
}

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** What it takes, as usage shows it: `AGENT TASK`. */
  readonly takes: string;
  /** What it does, as one line of the list of commands, without a full stop. */
  readonly summary: string;
  /** Loads what the command needs, so that no other command pays for it. */
  load(): Promise<RunCommand>;
}

/** Carries a command out; returns the exit code. Throws a {@link UsageError} for words that it cannot take. */
export type RunCommand = (call: CommandCall) => Promise<number>;
