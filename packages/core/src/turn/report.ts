import type { FailureClass } from '../contract/failure.js';

/** Why a turn gave no answer: the agent's failure, or one of core's own reasons. */
export type CauseClass =
  | FailureClass
  /** Another process holds the session. */
  | 'busy'
  /** A caller stopped the turn. */
  | 'aborted'
  /** The call that waited was cancelled by its host. */
  | 'cancelled'
  /** The server was told to end. */
  | 'shutdown'
  /** A person ended the turn from another program. */
  | 'person';

export interface Cause {
  readonly class: CauseClass;
  /** One sentence without a final full stop. */
  readonly message: string;
  /** What a person can do about it. */
  readonly remedy?: string;
}

/** How the turn's last process went. */
export type Ending =
  /** It ended the prompt by its own protocol; what was streamed is complete. */
  | 'closed'
  /** It was killed or died; the last words may be missing. */
  | 'cut-off'
  /** No prompt ever reached the agent. */
  | 'never-started';

export interface Answer {
  /** The answer; when it was longer than core keeps, its beginning. */
  readonly text: string;
  /** Length of the whole answer, characters. */
  readonly characters: number;
  /** Where the whole answer was written, when `text` is only its beginning. */
  readonly file?: string;
}

export interface EarlierAnswer extends Answer {
  readonly interrupted: boolean;
}

/** Figures of this turn alone, whatever the agent counts. What is unknown is absent, never 0. */
export interface TurnStats {
  readonly model?: string;
  /** Round trips to the model. */
  readonly rounds?: number;
  /** Calls by the agent's own tool name, most first. */
  readonly tools: readonly (readonly [name: string, calls: number])[];
  /** Tokens. */
  readonly inputTokens?: number;
  /** Tokens. */
  readonly outputTokens?: number;
  /** US dollars. */
  readonly cost?: number;
  /** From the moment the agent could start. */
  readonly elapsedMs: number;
}

/** What a turn came to. */
export interface Report {
  readonly turn: string;
  /** The agent's session id, when one became known. */
  readonly session?: string;
  readonly cwd: string;
  readonly transport: string;
  readonly status: 'completed' | 'failed' | 'interrupted';
  readonly ending: Ending;
  /** Present when completed. */
  readonly answer?: Answer;
  /** What the prompts before the last one came to, when the turn held several: their answers, or what was said until a steer interrupted. */
  readonly earlier?: readonly EarlierAnswer[];
  /** The last thing the agent said, when not completed. */
  readonly said?: string;
  /** Present when not completed. */
  readonly cause?: Cause;
  readonly stats: TurnStats;
  /** Files that the agent's own tool calls wrote, relative to `cwd` where they lie inside it. */
  readonly files: readonly string[];
  /** Sentences a caller must read: what was denied, dropped, restarted, not delivered. */
  readonly notices: readonly string[];
  /** First and last part of stderr, when not completed and not empty. */
  readonly stderr?: string;
  /** What arrived, by kind (`3 frames: assistant×2, foo`), when it did not fit the contract. */
  readonly shape?: string;
  /** Whether the agent's session exists and a reply can continue it. */
  readonly resumable: boolean;
  /** Deadline the turn ran under, ms; absent: none. */
  readonly timeoutMs?: number;
}
