import { randomUUID } from 'node:crypto';
import type { Turn } from '@agentmount/core';
import { headLine } from '../texts/head-line.js';
import { progressText } from '../texts/progress-text.js';
import type { CallContext, ToolResult } from '../tools/tool.js';
import type { PersonReply, Question } from '../turns/person-reply.js';

/** A task as it stands now. */
export interface TaskView {
  readonly id: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled';
  /** What the agent is doing; never a prompt, an argument or an output. */
  readonly message?: string;
  /** Ms since the epoch. */
  readonly createdAt: number;
  /** Ms since the epoch. */
  readonly updatedAt: number;
  /** When it ended, ms since the epoch. */
  readonly endedAt?: number;
  /** Present when completed. */
  readonly result?: ToolResult;
  /** What a person is asked now; present when input is required. */
  readonly questions?: readonly Question[];
}

/** What the task takes over from the request that began it. */
export type TaskContext = Pick<CallContext, 'host'> & {
  /** Whether the host can put questions to a person. */
  readonly canAsk: boolean;
};

interface OpenQuestion {
  readonly question: Question;
  readonly resolve: (reply: PersonReply) => void;
  /** When the host was given it first, by a clock that never goes back, ms. */
  shownAt?: number;
}

/** A call of a tool that goes on while its host polls for how it stands. */
export class CallTask {
  readonly id = randomUUID();
  /** Resolves once the call waits for a turn, which is registered by then, or has ended without. Never rejects. */
  readonly begun: Promise<void>;
  /** Settles with the call. Never rejects. */
  readonly ended: Promise<void>;
  readonly #createdAt = Date.now();
  readonly #cancelling = new AbortController();
  readonly #questions = new Map<string, OpenQuestion>();
  #updatedAt = this.#createdAt;
  #endedAt: number | undefined;
  #turn: Turn | undefined;
  #result: ToolResult | undefined;
  #stopListening: (() => void) | undefined;

  /** @param call carries the call out; it rejects only when its signal is aborted */
  constructor(call: (context: CallContext) => Promise<ToolResult>, { host, canAsk }: TaskContext) {
    const begun = Promise.withResolvers<void>();
    this.begun = begun.promise;
    const running = call({
      signal: this.#cancelling.signal,
      polled: true,
      onTurn: (turn) => {
        this.#turn = turn;
        this.#stopListening = turn.onChange(() => this.#touch());
        begun.resolve();
      },
      ...(host === undefined ? {} : { host }),
      ...(canAsk ? { ask: (question: Question, signal: AbortSignal) => this.#ask(question, signal) } : {}),
    });
    this.ended = running
      .then(
        (result) => {
          this.#result = result;
        },
        () => undefined,
      )
      .then(() => {
        this.#stopListening?.();
        this.#touch();
        this.#endedAt = this.#updatedAt;
        begun.resolve();
      });
  }

  /** The call's result, when it has ended without ever waiting for a turn: a refusal. */
  get resultWithoutTurn(): ToolResult | undefined {
    return this.#turn === undefined ? this.#result : undefined;
  }

  /** What the host is told first: that there is a task. */
  get seed(): TaskView {
    return { id: this.id, status: 'working', createdAt: this.#createdAt, updatedAt: this.#updatedAt };
  }

  /** Where the task stands, for the host: whoever calls it has been shown the questions in it. */
  show(): TaskView {
    const now = performance.now();
    for (const open of this.#questions.values()) open.shownAt ??= now;
    const base = { id: this.id, createdAt: this.#createdAt, updatedAt: this.#updatedAt };
    const turn = this.#turn?.view();
    if (this.#endedAt !== undefined) {
      const ended = { ...base, endedAt: this.#endedAt };
      if (this.#result !== undefined) return { ...ended, status: 'completed', result: this.#result };
      const which = headLine({ session: turn?.session, turn: turn?.id });
      return { ...ended, status: 'cancelled', message: `cancelled ${which}`.trim() };
    }
    const message =
      turn === undefined ? {} : { message: `${progressText(turn)} ${headLine({ ...turn, turn: turn.id })}` };
    if (this.#questions.size === 0) return { ...base, status: 'working', ...message };
    const questions = [...this.#questions.values()].map(({ question }) => question);
    return { ...base, status: 'input_required', ...message, questions };
  }

  /** Hands in a person's answer; one to a question that is not open is ignored. */
  answer(key: string, reply: Omit<PersonReply, 'tookMs'>): void {
    const open = this.#questions.get(key);
    if (open === undefined) return;
    // Nobody can have answered what was never shown.
    const tookMs = open.shownAt === undefined ? 0 : performance.now() - open.shownAt;
    open.resolve({ ...reply, tookMs });
  }

  /** Cancels the call, which ends the turn that it began. */
  cancel(): void {
    this.#cancelling.abort(new Error('The task was cancelled.'));
  }

  async #ask(question: Question, signal: AbortSignal): Promise<PersonReply> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<PersonReply>();
    const takeBack = () => reject(signal.reason);
    signal.addEventListener('abort', takeBack, { once: true });
    this.#questions.set(question.key, { question, resolve });
    this.#touch();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', takeBack);
      this.#questions.delete(question.key);
      this.#touch();
    }
  }

  #touch(): void {
    this.#updatedAt = Date.now();
  }
}
