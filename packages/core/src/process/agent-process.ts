import type { Readable } from 'node:stream';
import type { Exit } from '../contract/failure.js';
import type { Survivor } from './survivor.js';

/** A process to start, complete. */
export interface ProcessSpec {
  /** Absolute path of the program (or of the wrapper's). */
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment, the process marker not yet in it. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute directory. */
  readonly cwd: string;
  /** Private folder that is removed once the process and all of its descendants are gone. */
  readonly folder?: string;
}

/** How to end a process. */
export interface EndOptions {
  /** Stdin is closed at once; how long the process then has to end by itself before SIGTERM, ms. */
  readonly politeMs: number;
  /** SIGTERM to SIGKILL, ms. */
  readonly killGraceMs: number;
}

/** A running agent: its pipes, and the certainty that it and whatever it started can be ended. */
export interface AgentProcess {
  readonly pid: number;
  /** Unique in the environment variable `AGENTMOUNT_PROCESS` that this process and its descendants carry. */
  readonly marker: string;
  /** Raw bytes, no encoding set; pause it to press back on the agent. */
  readonly stdout: Readable;
  /** First and last part of stderr so far. */
  stderr(): string;
  /** Writes text as it is; resolves when the pipe has taken it, or when that has become impossible. Never rejects. */
  write(text: string): Promise<void>;
  /** Closes stdin. */
  endInput(): void;
  /**
   * Settles when the process has exited and all that it wrote before has been read from `stdout`. A descendant that holds the pipe
   * delays it by at most 500 ms of reading; a reader that has paused `stdout` delays it until it goes on. Never rejects.
   */
  readonly exit: Promise<Exit>;
  /** Ends what the process's tools have left running, and not the process itself. False when something could not be ended, or on a system that cannot tell. */
  endStrays(graceMs: number): Promise<boolean>;
  /**
   * Ends the process and every descendant; resolves when none is alive, with those that could not be ended (normally none). Stdin is
   * closed; after `politeMs` SIGTERM goes to the group, after `killGraceMs` more SIGKILL; then whatever left the group is swept up.
   * A process that exits by itself is swept up after in the same way, without being asked. May be called again: the shortest times of all calls hold.
   * Never rejects.
   */
  end(options: EndOptions): Promise<readonly Survivor[]>;
}
