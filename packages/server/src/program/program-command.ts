import type { AgentAdapter } from '@agentmount/core';
import type { ReadSettings } from '../settings/read-settings.js';

/** A word that a person can put behind a server program's name, in place of having it serve. */
export interface ProgramCommand {
  readonly name: string;
  /** What it does, as one line of the help, without a full stop. */
  readonly summary: string;
  /** Carries it out; resolves with the exit code. Loads what it needs itself, so that serving does not pay for it. */
  run(call: ProgramCall): Promise<number>;
}

/** What a command gets; nothing else of the process need be looked at. */
export interface ProgramCall {
  /** The program's name. */
  readonly program: string;
  /** The words after the command's name. */
  readonly args: readonly string[];
  readonly io: {
    readonly stdout: NodeJS.WritableStream;
    readonly stderr: NodeJS.WritableStream;
    readonly environment: Readonly<Record<string, string>>;
    /** The person's home directory, absolute. */
    readonly home: string;
    /** The working directory, absolute. */
    readonly cwd: string;
  };
  /** The program's adapters, with what the environment says of each. */
  readonly agents: readonly (ReadSettings & { readonly adapter: AgentAdapter })[];
}
