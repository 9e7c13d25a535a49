import type { Failure, FailureClass, LaunchPlan, Model, NoticeEvent, Setup, Transport } from '@agentmount/core';

/** How the process of an agent is started: a {@link LaunchPlan} without what is the same for all. */
export type AcpLaunch = Pick<LaunchPlan, 'args' | 'env' | 'files' | 'handshake'>;

/** Something that is set for a session after it was opened and before it is prompted, so that no launch plan depends on it. */
export type SessionValue =
  /** An approval mode, by `session/set_mode`. */
  | { readonly set: 'mode'; readonly value: string }
  /** A model, as callers write it; by {@link AcpProfile.model}. */
  | { readonly set: 'model'; readonly value: string }
  /** A config option. `notice`: what the report says when the agent refuses it, where that is no reason to fail. */
  | {
      readonly set: 'option';
      readonly option: string;
      readonly value: string;
      readonly notice?: (reason: string) => string;
    };

/** How a session's model is set: by a method that was a draft of the protocol, or by a config option's id. */
export type ModelSetting =
  | { readonly by: 'session/set_model'; readonly meta?: Readonly<Record<string, unknown>> }
  | { readonly by: 'option'; readonly option: string };

/**
 * Where the tokens are told. `none` leaves them unknown, which is not 0.
 * - `message`: in `_meta.usage` of a message chunk, once for each request to the model (qwen 0.24.4).
 * - `response`: in the prompt's response, for this prompt.
 * - `response-total`: there, as a running total of the session.
 * - `quota`: in `_meta.quota.token_count` of the prompt's response, for this prompt (gemini 0.61.0).
 */
export type UsagePlace = 'message' | 'response' | 'response-total' | 'quota' | 'none';

/**
 * How a message gets into a running prompt.
 * - `drain`: the agent asks for messages by a request of its own, after each batch of tool calls (qwen 0.24.4).
 * - `extension`: by the request `_session/steering`, where the agent says in the handshake that it has it.
 */
export type Steering = { readonly by: 'drain'; readonly method: string } | { readonly by: 'extension' };

/** How an agent tells that it works on although it has answered the prompt. */
export interface BackgroundWork {
  /** The notification that tells it. */
  readonly method: string;
  /** Whether `session` is still at work; undefined when `params` do not say. */
  isBusy(params: unknown, session: string): boolean | undefined;
}

/** A request of the agent's own that is made in the handshake, to be sure of something before any prompt. */
export interface HandshakeCheck {
  readonly method: string;
  /** Whether this plan needs it. `handshake`: {@link LaunchPlan.handshake}. */
  isNeeded(handshake: unknown): boolean;
  /** Why the process may not be prompted, or nothing. `reply`: undefined when the agent has refused the request. */
  failureOf(reply: unknown, handshake: unknown): Failure | undefined;
}

/** What a profile reads off a frame about a tool call, the first one or any later one. */
export interface ToolFacts {
  /** The agent's own name of the tool. */
  readonly name?: string;
  readonly input?: unknown;
  /** True for a call made by a sub-agent. */
  readonly nested?: boolean;
}

/** What a chunk of a message or a thought is, where it is not simply more of the agent's own. */
export interface ChunkFacts {
  /** True for words of the agent's program that no model wrote. */
  readonly aside?: boolean;
  /** True for what a sub-agent says: its tokens count, its words are its own affair. */
  readonly nested?: boolean;
  readonly notice?: NoticeEvent;
}

/** A pattern in an agent's error text, or in its first words on stderr, and the class it means. The first that fits counts. */
export type FailureRule = readonly [pattern: RegExp, kind: FailureClass];

/** What the engine needs to know of one agent: data, and pure functions where data cannot say it. */
export interface AcpProfile<Options = unknown> {
  /** Name of the transport, as callers write it. */
  readonly transport: string;
  /** What sentences call the agent: `qwen`. */
  readonly agent: string;
  /** The form of its session ids; the adapter's. */
  readonly sessionId: RegExp;
  /** The process. Keep out of it what {@link values} can set. */
  launch(setup: Setup<Options>): AcpLaunch;
  /** What to set for a session before a prompt, in this order. */
  values?(setup: Setup<Options>): readonly SessionValue[];
  /** Absent: a model is set by the config option `model`. */
  readonly model?: ModelSetting;
  /** A model's id on the wire as callers write it; absent: the same. `current`: the id, on the wire, of the model in use. */
  showModel?(id: string, current: string | undefined): string;
  /** Further facts of a listed model, off its entry as it came. */
  describeModel?(entry: unknown): Omit<Model, 'id' | 'name' | 'current'>;
  /** Whether a prompt may carry pictures. */
  readonly images?: boolean;
  readonly refuses?: Transport['refuses'];
  readonly usage: UsagePlace;
  readonly steering?: Steering;
  readonly background?: BackgroundWork;
  /** `_meta` of `initialize`. */
  readonly initializeMeta?: Readonly<Record<string, unknown>>;
  readonly check?: HandshakeCheck;
  /** Whether a call is denied without asking anyone. */
  deniesTool?(tool: string, handshake: unknown): boolean;
  readTool?(update: unknown): ToolFacts;
  readChunk?(update: unknown): ChunkFacts;
  /** The error that means that the session is not known: its code, or what its text looks like; absent: the code -32002. */
  readonly unknownSession?: number | RegExp;
  /** Notifications of the agent's own that say nothing a report needs. */
  readonly ignores?: readonly string[];
  /** Tried before the rules that hold for every agent. */
  readonly failures?: readonly FailureRule[];
  /** What a person can do about a class of failure. */
  readonly remedies?: Readonly<Partial<Record<FailureClass, string>>>;
  /** Lines of stderr that say nothing about why a process ended. */
  readonly noise?: readonly RegExp[];
}
