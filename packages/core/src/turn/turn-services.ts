import type { AgentAdapter, Traits } from '../contract/adapter.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Image, Setup } from '../contract/setup.js';
import type { Settings } from '../runner/settings.js';
import type { Obtained } from '../spares/spare-pool.js';
import type { AnswerCollector } from '../state/answer-collector.js';
import type { SessionIndex } from '../state/session-index.js';
import type { SessionLocks } from '../state/session-locks.js';
import type { Slots, StartGate } from '../state/slots.js';
import type { Wire } from './wire.js';

/** What a turn needs of the runner that owns it. */
export interface TurnServices {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  readonly index: SessionIndex;
  readonly locks: SessionLocks;
  readonly slots: Slots;
  readonly gate: StartGate;
  /** A process for the plan: a new one, whose wire is still to be opened, or a waiting one. Rejects with the reason in one sentence. */
  obtain(plan: LaunchPlan, setup: Setup, session: string | undefined): Promise<Obtained>;
  /** Keeps the process of a turn that ended well for the next turn of its session; false when it is to be ended. */
  keep(wire: Wire, setup: Setup, session: string): Promise<boolean>;
  /** Resolves when another process may continue the session; rejects when the signal is aborted. */
  untilResumable(session: string, signal: AbortSignal): Promise<void>;
  /** Whether the agent's store has a session; undefined where that cannot be seen. */
  isStored(session: string, setup: Setup): Promise<boolean | undefined>;
  collector(turn: string): AnswerCollector;
  /** Sentences about the installation that every report carries. */
  warnings(): readonly string[];
}

/** A turn's request after every check: nothing in it can be refused any more. */
export interface CheckedRequest {
  readonly text: string;
  readonly images?: readonly Image[];
  readonly session?: string;
  /** `session` is none that the index had: whether it exists is for the agent to say. */
  readonly unlisted?: true;
  readonly setup: Setup;
  readonly traits: Traits;
  /** ms; 0: none. */
  readonly timeoutMs: number;
  /** The session's running totals before this turn, where they are known. */
  readonly baseline?: { readonly input: number; readonly output: number; readonly cost?: number };
}
