import type { Report } from './report.js';

/** `queued`: waits for its session or for a slot. `starting`: the process is on its way to its first prompt. `stopping`: was told to end and has not yet. `finishing`: has said its last, and its processes end. */
export type TurnState = 'queued' | 'starting' | 'running' | 'redirecting' | 'stopping' | 'finishing' | 'ended';

/** An approval that waits for an answer. */
export interface ParkedApproval {
  readonly id: string;
  readonly tool: string;
  /** What the tool would be called with, as the agent said it. */
  readonly input: unknown;
  /** When it is denied by the clock, ms since the epoch. */
  readonly expiresAt: number;
}

/** A turn as it stands now: plain data. */
export interface TurnView {
  readonly id: string;
  readonly session?: string;
  readonly state: TurnState;
  /** Why it is queued: `session` (another turn of this session runs), `resume` (the agent cannot continue so new a session yet), `slot` (too many turns), `start` (the machine starts others). */
  readonly queuedFor?: 'session' | 'resume' | 'slot' | 'start';
  readonly cwd: string;
  readonly transport: string;
  readonly model?: string;
  /** When the call came in, ms since the epoch. */
  readonly createdAt: number;
  /** From the moment the agent could start, else from the call, ms. */
  readonly elapsedMs: number;
  /** Calls so far by tool name, most first. */
  readonly tools: readonly (readonly [name: string, calls: number])[];
  /** The tool that runs now. */
  readonly runningTool?: string;
  /** Tokens so far, where the agent tells them while it works. */
  readonly inputTokens?: number;
  /** Tokens so far, where the agent tells them while it works. */
  readonly outputTokens?: number;
  /** When the agent was last heard, ms since the epoch. */
  readonly lastActivityAt?: number;
  /** Messages sent into the turn since it began. */
  readonly messagesSent: number;
  readonly approvals: readonly ParkedApproval[];
  /** What `steer` does here: reaches the running prompt, interrupts it and goes on, or is not possible. */
  readonly steer: 'delivers' | 'redirects' | 'impossible';
}

/** How a message that was sent into a turn will reach the agent. */
export type Delivery =
  /** Given to the agent, which takes it up at its next step. */
  | 'steered'
  /** The running prompt is interrupted, and the agent goes on with the message. */
  | 'redirected'
  /** Kept by core until the running prompt has ended. */
  | 'queued';

/** Why a turn is stopped from outside. `person`: somebody ended it from another program of this machine. */
export type StopCause = 'aborted' | 'cancelled' | 'shutdown' | 'person';

/** A turn in core's registry. Calls come and go; the turn ends by itself or by {@link stop}. */
export interface Turn {
  /** Short and unique in this server's life. */
  readonly id: string;
  /** Settles once, when the turn has ended and nothing of it is left running. Never rejects. */
  readonly report: Promise<Report>;
  view(): TurnView;
  /** Ends the turn, the agent's own stop first. Later calls change nothing, except that one with `atOnce` leaves no more time: SIGKILL. */
  stop(cause: StopCause, atOnce?: boolean): void;
  /** Puts text into the turn. Throws a {@link Refusal} when the turn has ended or is stopping, or when the transport cannot be steered. */
  steer(text: string): Delivery;
  /** Adds a prompt for after the running one. Throws a {@link Refusal} when the turn has ended or is stopping. */
  followUp(text: string): Delivery;
  /** Answers a parked approval. Throws a {@link Refusal} when there is none of that id. */
  answer(approval: string, allow: boolean, reason?: string): void;
  /** Calls back at each change of state, session, tool, approval; returns the way to stop that. */
  onChange(listener: (view: TurnView) => void): () => void;
}
