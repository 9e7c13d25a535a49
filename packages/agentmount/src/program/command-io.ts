import type { Readable, Writable } from 'node:stream';

/** Where a command writes. */
export type CommandOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command gets of its surroundings; nothing else of the process is looked at. */
export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Takes the result and nothing else. */
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  readonly environment: Readonly<Record<string, string>>;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** The working directory, absolute. */
  readonly cwd: string;
}
