import type * as z from 'zod';
import type { Codec } from './codec.js';
import type { Action, Model } from './event.js';
import type { HistoryReader } from './history.js';
import type { LaunchPlan } from './launch-plan.js';
import type { Machine, Setup } from './setup.js';
import type { Transport } from './transport.js';

/** The contract's version. It changes when an adapter written for the one before would no longer be right. */
export const CONTRACT_VERSION = 1;

/**
 * How to start the agent's own script where its program is only a launcher for it, as facts about the versions that were tested. Core
 * does so only when everything is found as described, else it starts the program.
 */
export interface DirectStart {
  /** File name of the launcher, symbolic links resolved; a script whose first line has `node` run it. */
  readonly launcher: string;
  /** Name of the script that the launcher runs, in the same folder. */
  readonly script: string;
  /** Arguments for Node.js that the launcher would give. */
  readonly nodeArgs: readonly string[];
  /** Share of the machine's memory that the launcher would allow the heap, from 0 to 1; never less than what Node.js allows by itself. */
  readonly heapShare: number;
  /** Variables that the launcher would set; `{launcher}` stands for its path. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute paths whose existence means that the launcher may choose another script. */
  unless(machine: Omit<Machine, 'files'>): readonly string[];
}

/** The program that an adapter drives, as facts. */
export interface Executable {
  /** Name on the PATH. */
  readonly command: string;
  /** How to install it, as a command a person can type. */
  readonly install: string;
  /** Arguments that make it print its version. */
  readonly versionArgs: readonly string[];
  readonly direct?: DirectStart;
  /** Versions that the adapter was tested against: from `from`, up to but not including `below`. Others run, and the first report says so. */
  readonly tested: { readonly from: string; readonly below: string };
}

/** How one of the adapter's options, or the model, gets its default from the environment variable `X_MCP_<variable>`. */
export interface OptionDefault {
  /** The part of the variable's name after `X_MCP_`, in capitals. */
  readonly variable: string;
  /** The option it sets. */
  readonly option: string;
  /** Used when the variable is not set. Absent: the option stays unset. */
  readonly unset?: string;
  /** Used when the value is invalid, and for a variable where an empty value must not count as unset, also when it is empty. Absent: as if unset. */
  readonly invalid?: string;
}

/** Limits that differ between agents. What is absent is core's own default. */
export interface AdapterDefaults {
  /** Deadline of a turn, ms; 0: none. */
  readonly timeoutMs?: number;
  /** Sessions remembered. */
  readonly maxSessions?: number;
  /** The word in `X_MCP_<word>_GRACE_MS`, the time the agent's own stop gets: `INTERRUPT` unless said otherwise. */
  readonly stopWord?: string;
}

/** A column of the list of models: which fact, under which heading. */
export interface ModelColumn {
  readonly key: keyof Model;
  readonly title: string;
}

/** Sentences about the agent that a caller reads in the tool list; each short, since every conversation pays for them. */
export interface AdapterTexts {
  /** What the agent is, for someone who has never heard of it. */
  readonly about: string;
  /** The one danger a caller must know before delegating. */
  readonly danger: string;
}

/** What every adapter declares; {@link defineAdapter} makes an {@link AgentAdapter} of it. */
export interface AdapterDefinition<Options = unknown> {
  /** The prefix of the tools and of the environment variables: `[a-z][a-z0-9]{0,15}`. */
  readonly name: string;
  /** The agent's name as people write it. */
  readonly title: string;
  readonly executable: Executable;
  /** The adapter's own options as a strict zod object; its keys become tool arguments, its descriptions their documentation. */
  readonly options: z.ZodType<Options>;
  readonly optionDefaults?: readonly OptionDefault[];
  /** Ways to drive the agent; the first is the default. */
  readonly transports: readonly [Transport<Options>, ...Transport<Options>[]];
  /** The form of the agent's session ids: whatever does not match is refused before it reaches an argument list. */
  readonly sessionId: RegExp;
  /** What the agent does when asked to continue a session that it does not know. `fresh`: begins a new one, and the report warns. */
  readonly unknownSession: 'fails' | 'fresh';
  readonly modelColumns: readonly ModelColumn[];
  readonly texts: AdapterTexts;
  readonly defaults?: AdapterDefaults;
  /** Variables that must not reach the agent: marks of other agents that would make it refuse to start or behave as nested. */
  readonly removesVariables?: readonly string[];
  /**
   * When, at the earliest, another process may continue a session that was created at `createdAt`, both in ms since the epoch; for an
   * agent that loses a session which is continued sooner. Absent: at once.
   */
  resumableFrom?(createdAt: number): number;
  /** How the agent's session files are read. Absent: there is no tool for it. */
  readonly history?: HistoryReader;
  /** Checks a combination of arguments that the schema cannot; the sentence that refuses it, or nothing. */
  refuses?(setup: Setup<Options>): string | undefined;
  /** Absolute paths of files whose content `launch` needs in {@link Machine.files}. */
  reads?(machine: Omit<Machine, 'files'>, cwd: string): readonly string[];
  /** Absolute paths of files whose change makes a process that waits in `cwd` stale: settings, credentials, context files. Those that do not exist count, too. */
  staleFiles?(machine: Omit<Machine, 'files'>, cwd: string): readonly string[];
}

/**
 * One agent, described: how to launch it, how to parse what it says, how to interrupt it, how to resume a session. Data and pure
 * functions only; core runs it.
 *
 * Misuse (a setup that names a transport this adapter has not) throws a `TypeError`.
 */
export interface AgentAdapter<Options = unknown> extends AdapterDefinition<Options> {
  /** {@link CONTRACT_VERSION} at the time the adapter was defined. */
  readonly contract: number;
  /** The process for a new session. */
  launch(setup: Setup<Options>): LaunchPlan;
  /** The process that continues `session`: the transport's `launch` with a session. */
  resume(setup: Setup<Options>, session: string): LaunchPlan;
  /** The codec of a process started from `plan`: it parses what the agent says and knows what to write. */
  parse(plan: LaunchPlan): Codec;
  /** The frames that stop what runs in `codec`'s process, or undefined where the wire has no stop and core must use signals. Asks the codec, which alone knows the ids to name. */
  interrupt(codec: Codec): readonly Action[] | undefined;
}

/** What a transport can do, read off its codec's methods and its declarations. */
export interface Traits {
  readonly interrupt: boolean;
  readonly steer: boolean;
  readonly asks: boolean;
  readonly models: boolean;
  readonly images: boolean;
  readonly presetsSession: boolean;
  readonly resumesByPrompt: boolean;
}
