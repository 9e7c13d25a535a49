import type { AgentAdapter } from '@agentmount/core';
import type { ServerSettings } from '@agentmount/server';

/** Where a command writes. */
export interface CommandOutput {
  write(text: string): unknown;
}

/** What a command gets of its surroundings; nothing else of the process is looked at. */
export interface CommandIo {
  /** Takes the result and nothing else. */
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  readonly environment: Readonly<Record<string, string>>;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** The working directory, absolute. */
  readonly cwd: string;
}

/** An agent that a command is about, and the settings that a server of it would have. */
export interface CommandAgent {
  readonly adapter: AgentAdapter;
  readonly settings: ServerSettings;
  /** One sentence for each setting that was not taken as it stands. */
  readonly problems?: readonly string[];
  /** One sentence for each setting that keeps a server from starting. */
  readonly fatal?: readonly string[];
}

/** One call of a command. */
export interface CommandCall {
  /** The name that the person typed. */
  readonly program: string;
  /** The words after the command's name. */
  readonly args: readonly string[];
  readonly io: CommandIo;
  /** At least one. */
  readonly agents: readonly CommandAgent[];
}

/** Exit codes: 0 it is as wanted, 1 it is not, 2 the words were not understood. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
