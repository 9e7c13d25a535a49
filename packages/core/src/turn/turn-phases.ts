import type { Failure } from '../contract/failure.js';
import type { Cause } from './report.js';
import type { StopCause } from './turn.js';

/**
 * Where a turn stands. `between`: a prompt has settled, another waits for the process to be ready again, or for a new process.
 */
export type Phase = 'queued' | 'starting' | 'running' | 'redirecting' | 'between' | 'stopping' | 'ended';

export interface PendingPrompt {
  readonly text: string;
  /** Where it comes from: the call, a message that the running prompt could not take up, or one that was to follow it. */
  readonly kind: 'first' | 'steer' | 'follow-up';
}

/** Why a turn is stopping: a caller, or a deadline of core's. */
export type StopReason = StopCause | 'timeout' | 'not-ready';

export interface MachineState {
  readonly phase: Phase;
  /** Prompts not yet given to the agent, next one first. */
  readonly pending: readonly PendingPrompt[];
  /** Prompts given to the agent so far. */
  readonly prompted: number;
  /** The one given last. */
  readonly current?: PendingPrompt;
  /** Set while stopping. */
  readonly reason?: StopReason;
  /** Whether the turn took over a waiting process that has not been heard since; such a process is replaced once. */
  readonly untried: boolean;
}

export type Input =
  /** Session, slot and start are granted. */
  | { readonly type: 'admitted' }
  /** The process that was asked for is one that had been waiting. */
  | { readonly type: 'taken-over' }
  | { readonly type: 'ready' }
  /** Anything came from the agent. */
  | { readonly type: 'heard' }
  | {
      readonly type: 'settled';
      readonly outcome: 'completed' | 'failed' | 'interrupted';
      readonly failure?: Failure;
      /** The process had gone without saying that the prompt was over. */
      readonly byExit?: boolean;
    }
  /** The process is gone; `failure` names how. */
  | { readonly type: 'gone'; readonly failure: Failure }
  /** The process could not be started, or its wire cannot be trusted any more. */
  | { readonly type: 'broken'; readonly failure: Cause }
  | { readonly type: 'stop'; readonly reason: StopReason }
  /** A message that has to interrupt the running prompt. */
  | { readonly type: 'redirect'; readonly text: string }
  /** A message that the running prompt did not take up. */
  | { readonly type: 'missed'; readonly text: string }
  | { readonly type: 'follow-up'; readonly text: string }
  /** The process was not ready in time. */
  | { readonly type: 'ready-deadline' }
  /** The agent's own stop had its time. */
  | { readonly type: 'grace-over' };

/** How the turn came out. */
export interface Verdict {
  readonly status: 'completed' | 'failed' | 'interrupted';
  readonly ending: 'closed' | 'cut-off' | 'never-started';
  /** What failed, when it was not core that ended the turn. */
  readonly failure?: Cause;
  /** Core's own reason. */
  readonly reason?: StopReason;
}

export type Effect =
  /** Start a process, with the session if one is known, and expect it to be ready in time. `again`: the one before never took the prompt in, so that its session is none. */
  | { readonly do: 'launch'; readonly again?: boolean }
  | { readonly do: 'prompt'; readonly prompt: PendingPrompt }
  /** The agent's own stop; signals where it has none. */
  | { readonly do: 'interrupt' }
  /** Signals, now. */
  | { readonly do: 'kill' }
  /** Expect the running process to be ready for the next prompt in time. */
  | { readonly do: 'await-ready' }
  | { readonly do: 'await-stop' }
  | { readonly do: 'finish'; readonly verdict: Verdict };

export interface Step {
  readonly state: MachineState;
  readonly effects: readonly Effect[];
}
