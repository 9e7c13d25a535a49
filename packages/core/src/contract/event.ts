import type { Failure } from './failure.js';

/** A model that the agent can use. What the agent does not tell is absent, never guessed. */
export interface Model {
  /** As {@link Setup.model} wants it. */
  readonly id: string;
  readonly name?: string;
  readonly provider?: string;
  /** Tokens. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutput?: number;
  /** Whether the model can reason before it answers. */
  readonly thinking?: boolean;
  /** Whether the model takes pictures. */
  readonly images?: boolean;
  /** Whether the agent uses this model when none is named. */
  readonly current?: boolean;
}

/** May be prompted now: after the handshake, and again after each `settled` if this process can take another prompt (a one-shot never repeats it). */
export interface ReadyEvent {
  readonly type: 'ready';
}

/** The session's id, when known or changed: before the prompt's own frame where the wire allows, and before the usage of the same frame. */
export interface SessionEvent {
  readonly type: 'session';
  readonly id: string;
  /** True when a session was to be continued and the agent, not knowing it, began a new one instead. */
  readonly fresh?: boolean;
}

/** The model that answers, when the wire tells. */
export interface ModelEvent {
  readonly type: 'model';
  readonly id: string;
}

/** Appended text: never the same words twice (deltas or the whole, not both). */
export interface TextEvent {
  readonly type: 'text';
  readonly channel: 'answer' | 'thought';
  readonly text: string;
}

/** A tool call; any phase may be missing, an update brings a fuller name or input, `ok` is absent where the wire does not say. */
export interface ToolEvent {
  readonly type: 'tool';
  readonly phase: 'start' | 'update' | 'end';
  readonly id: string;
  /** The agent's own name of the tool. */
  readonly name?: string;
  readonly input?: unknown;
  readonly ok?: boolean;
  /** True for a call made by a sub-agent: shown as activity, not counted. */
  readonly nested?: boolean;
}

/** A file that a tool call of the agent wrote, said once the call has succeeded. */
export interface FileEvent {
  readonly type: 'file';
  /** Absolute, or relative to the directory the agent works in. */
  readonly path: string;
}

/** The agent waits for a yes or a no; core answers exactly once through {@link Codec.answer}, unless it is withdrawn. */
export interface ApprovalEvent {
  readonly type: 'approval';
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** The agent no longer waits for this answer. */
export interface WithdrawnEvent {
  readonly type: 'withdrawn';
  readonly id: string;
}

/**
 * Tokens and money. `step`: one model request, add up. `prompt`: all of one prompt, take as is. `total`: running total of the
 * session id that was said last, core takes differences. No event at all means unknown, which is not 0.
 */
export interface UsageEvent {
  readonly type: 'usage';
  readonly scope: 'step' | 'prompt' | 'total';
  /** Tokens read by the model, cached ones included. */
  readonly input: number;
  /** Tokens written by the model, reasoning included. */
  readonly output: number;
  /** US dollars, same scope. */
  readonly cost?: number;
}

/** Round trips to the model: `step` adds up, `prompt` replaces what was added up for the running prompt. */
export interface RoundsEvent {
  readonly type: 'rounds';
  readonly scope: 'step' | 'prompt';
  readonly count: number;
}

/** Fate of a steer: `accepted` into the agent's queue, `delivered` once the agent has gone on with it, or `missed`, and core then sends it as a prompt. Delivered or missed before `settled`. */
export interface SteerEvent {
  readonly type: 'steer';
  readonly reference: string;
  readonly state: 'accepted' | 'delivered' | 'missed';
}

/** Reply to {@link Codec.models}. */
export interface ModelsEvent {
  readonly type: 'models';
  readonly models: readonly Model[];
}

/** Worth telling, never fatal. A `retry` is shown while the turn runs; `warning` and `info` also stand in the report. */
export interface NoticeEvent {
  readonly type: 'notice';
  readonly level: 'info' | 'warning' | 'retry';
  readonly text: string;
}

/** A frame that the codec does not know: counted by its kind, never fatal and never shown. */
export interface UnknownEvent {
  readonly type: 'unknown';
  /** The frame's own type, or `not JSON`. */
  readonly frame: string;
}

/**
 * The prompt is over: exactly one per prompt, and only when no frame already written can still start work. Outside a prompt it
 * says that the handshake or the listing of models failed.
 */
export interface SettledEvent {
  readonly type: 'settled';
  readonly outcome: 'completed' | 'failed' | 'interrupted';
  /** The answer, when the wire states one; else core takes the answer text since the last tool, steer or prompt. An empty one is an answer: the agent means that there is none. Never with a failure. */
  readonly answer?: string;
  /** There exactly when `failed`. */
  readonly failure?: Failure;
}

/** What an agent's frames say, in one form for all agents. */
export type Event =
  | ReadyEvent
  | SessionEvent
  | ModelEvent
  | TextEvent
  | ToolEvent
  | FileEvent
  | ApprovalEvent
  | WithdrawnEvent
  | UsageEvent
  | RoundsEvent
  | SteerEvent
  | ModelsEvent
  | NoticeEvent
  | UnknownEvent
  | SettledEvent;

/** Write one line to the agent's stdin; core adds the LF, so there is none in it. */
export interface SendAction {
  readonly type: 'send';
  readonly line: string;
}

/** Write text to the agent's stdin as it is, nothing added: for a one-shot wire that takes the prompt itself from stdin, any character in it. */
export interface RawAction {
  readonly type: 'raw';
  readonly text: string;
}

/** Close the agent's stdin (one-shot wires: the prompt ends there). */
export interface CloseAction {
  readonly type: 'close';
}

/** What a codec asks core to do. Core carries a list out in order and finishes one action (a record made durable, a line written) before the next. */
export type Action = SendAction | RawAction | CloseAction | Event;
