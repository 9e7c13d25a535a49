import { type Action, asWord, type Failure, fieldOf, type Task } from '@agentmount/core';
import { requestFailure, tooLong } from './failures.js';
import type { CodexOptions } from './options.js';
import type { Reply, Requests } from './requests.js';
import { SESSION_ID } from './session-id.js';
import { approvalParams } from './turn-params.js';
import type { TokenCount } from './usage.js';

type CodexTask = Task<CodexOptions>;
/** What follows when the thread is there, or is not. */
type Next = (failure: Failure | undefined) => readonly Action[];

/** The thread that a process of app-server works on: opens the one that a prompt wants. */
export class Thread {
  readonly #requests: Requests;
  readonly #usage: TokenCount;
  #id: string | undefined;
  #model: string | undefined;
  /** The text for the system prompt that the thread was given last in this process. */
  #instructed: string | undefined;

  constructor(requests: Requests, usage: TokenCount) {
    this.#requests = requests;
    this.#usage = usage;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** The model that the thread uses when a turn names none. */
  get model(): string | undefined {
    return this.#model;
  }

  open(task: CodexTask, next: Next): readonly Action[] {
    const { session } = task;
    if (this.#id !== undefined && (session === undefined || session === this.#id)) return this.#instruct(task, next);
    // A turn sets what it may touch; opened with more than this, codex would write into the settings that it trusts the directory.
    const params = { cwd: task.cwd, sandbox: 'read-only', ...approvalParams(task) };
    const system = task.systemPromptAppend;
    if (session === undefined) {
      const instructions = system === undefined ? {} : { developerInstructions: system };
      return [
        this.#requests.make('thread/start', { ...params, ...instructions }, (reply) => {
          const failure = this.#opened(reply, 'start a session');
          if (failure !== undefined) return next(failure);
          if (this.#id !== undefined) this.#usage.begin(this.#id);
          this.#instructed = system;
          return next(undefined);
        }),
      ];
    }
    return [
      this.#requests.make('thread/resume', { threadId: session, excludeTurns: true, ...params }, (reply) => {
        const failure = this.#opened(reply, 'continue the session');
        if (failure !== undefined) return next(failure);
        this.#instructed = undefined;
        return this.#instruct(task, next);
      }),
    ];
  }

  #opened({ result, error, lost }: Reply, doing: string): Failure | undefined {
    if (lost === true) return tooLong('a reply');
    if (error !== undefined) return requestFailure(error, doing);
    const id = asWord(fieldOf(fieldOf(result, 'thread'), 'id'));
    if (id === undefined || !SESSION_ID.test(id))
      return { class: 'protocol', message: 'codex opened a session and gave no id that could be one of its' };
    this.#id = id;
    this.#model = asWord(fieldOf(result, 'model'));
    return undefined;
  }

  /** A thread that is continued keeps the instructions it began with, and passes over new ones (codex 0.171.0): they are put into it. */
  #instruct({ systemPromptAppend: text }: CodexTask, next: Next): readonly Action[] {
    if (text === undefined || text === this.#instructed) return next(undefined);
    const items = [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text }] }];
    return [
      this.#requests.make('thread/inject_items', { threadId: this.#id, items }, ({ error, lost }) => {
        if (error !== undefined && lost !== true)
          return next(requestFailure(error, 'take the text for its system prompt'));
        this.#instructed = text;
        return next(undefined);
      }),
    ];
  }
}
