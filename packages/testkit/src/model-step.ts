/** Token figures that an answer reports. A field that is absent takes the default: 100 in, 5 out. */
export interface StepUsage {
  /** Prompt tokens, cached ones included. */
  readonly input?: number;
  /** Completion tokens, reasoning included. */
  readonly output?: number;
  /** The part of `input` that came from a cache. */
  readonly cached?: number;
  /** The part of `output` that was reasoning. */
  readonly reasoning?: number;
}

/** One tool call of an answer: the name the agent offered, and the arguments as an object. */
export interface StepTool {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A complete answer of the model. */
export interface AnswerStep {
  readonly kind: 'answer';
  readonly text: string;
  readonly thinking: string;
  readonly tools: readonly StepTool[];
  readonly usage: StepUsage;
  /** `null` ends the stream without ever naming a reason. */
  readonly finish: 'stop' | 'length' | 'content_filter' | 'tool_calls' | null;
  /** Characters in one streamed piece. */
  readonly chunkSize?: number;
}

/** An answer that starts and then waits until the test lets it go on. */
export interface HeldStep {
  readonly kind: 'hold';
  /** The whole answer; its first words are `firstWords`. */
  readonly answer: AnswerStep;
  /** Sent before the wait. Empty: not a single byte, not even the response head, is sent before `release()`. */
  readonly firstWords: string;
  /** Resolves as soon as the first request is waiting on this step (and has been sent `firstWords`). */
  readonly started: Promise<void>;
  /** Requests that wait on this step at this moment. */
  readonly waiting: number;
  /** Lets every waiting request go on, and every later one pass without a wait. */
  release(): void;
  /** For the server: resolves on `release()`, or when `signal` says that the client went away. */
  wait(signal: AbortSignal): Promise<void>;
}

/** An answer that never comes: the connection stays open until the client, or the model, closes it. */
export interface HangStep {
  readonly kind: 'hang';
  /** Sent first; empty for not a single byte. */
  readonly firstWords: string;
}

/** A connection that is destroyed after the first words. */
export interface CutStep {
  readonly kind: 'cut';
  readonly firstWords: string;
}

/** An HTTP failure in the form that OpenAI-compatible servers use. */
export interface StatusStep {
  readonly kind: 'status';
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the model does with one request. */
export type ModelStep = AnswerStep | HeldStep | HangStep | CutStep | StatusStep;
