import type { AgentAdapter } from '../../contract/adapter.js';
import type { Setup } from '../../contract/setup.js';
import type { Transcript } from '../transcript.js';
import type { RequirementId } from './requirement.js';

/** The agent's own program, or one that speaks its wire, to be driven by core's supervisor. */
export interface ConformanceAgent {
  /** Path or name of the program; absent: the adapter's `executable.command`, looked up on the PATH of `environment`. */
  readonly bin?: string;
  /** What the agent inherits: a home of its own, and what it needs to reach its model. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute directory that it works in, with nothing in it that matters. */
  readonly cwd: string;
  /** Options for every turn, as a caller gives them: those under which the agent asks, if `asks` is given. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly prompts: {
    /** One that is answered at once. */
    readonly plain: string;
    /** One that it works on until it is stopped, for a minute at least. Absent: what needs it is not tested. */
    readonly long?: string;
    /** What is sent into the long one, so that it comes to its end. Absent: steering is not tested. */
    readonly steer?: string;
    /** One that makes it ask before it calls a tool. Absent: approvals are not tested on the program. */
    readonly asks?: string;
  };
  /** How long one step may take, ms; a minute unless given. */
  readonly patienceMs?: number;
}

/** What an author gives to have an adapter tested. */
export interface ConformanceOptions<Options> {
  readonly adapter: AgentAdapter<Options>;
  /** Recordings of the real agent, of all transports. */
  readonly transcripts: Iterable<Transcript>;
  /** Two different ids in the form of the agent's sessions, of sessions that do not exist. */
  readonly sessions: readonly [string, string];
  /** Values to try for an option whose own are not seen in its schema (free text, numbers); two at least where the option is text. */
  readonly samples?: Readonly<Record<string, readonly unknown[]>>;
  /** Further setups for the rules about plans. */
  readonly setups?: readonly Setup<Options>[];
  /** Applied to each written line, the recorded and the new one, before they are compared: replaces ids that are made up anew in every run. */
  readonly normalise?: (line: string) => string;
  /** Puts the ids that this codec has really sent into a recorded reply, so that a random run that has left its transcript still gets answers. */
  readonly correlate?: (frame: string, sent: readonly string[]) => string;
  /** Random runs for each transport; 2000 unless given. */
  readonly runs?: number;
  /** The same seed gives the same runs; 1 unless given. */
  readonly seed?: number;
  /** Absent: nothing is started, and what needs a process is not applicable. */
  readonly agent?: ConformanceAgent;
  /** Requirements that the adapter does not keep, each with the reason. One that it does keep is a failure. */
  readonly waivers?: Readonly<Partial<Record<RequirementId, string>>>;
}
