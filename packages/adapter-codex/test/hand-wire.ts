import type { Action, Codec, Task } from '@agentmount/core';
import { watchCodec } from '@agentmount/core/testing';
import { codexAdapter } from '../src/adapter.js';
import type { CodexOptions } from '../src/options.js';
import { setupFor } from './record-codex.js';

export const THREAD = '01a22e3d-41ec-7bf2-84c0-aeb39a522042';
export const OTHER_THREAD = '01a22e46-9fd3-7ac3-90ed-f8e2fa88196d';

/** What a codec has answered: events as they are, and what it has written as its method, or as the answer to a request of codex's. */
type Shown = readonly (string | Action)[];

interface Written {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/**
 * An app-server codec that is fed by hand, for orders of frames that the real codex gives only now and then. The frames have the form
 * that the transcripts show; every rule of the contract is checked.
 */
export class HandWire {
  readonly codec: Codec;
  /** Every line that was written. */
  readonly written: Written[] = [];
  #turns = 0;

  constructor() {
    this.codec = watchCodec(codexAdapter.parse(codexAdapter.launch(setupFor())), {
      sessionId: codexAdapter.sessionId,
    });
  }

  note(actions: readonly Action[]): Shown {
    return actions.map((action) => {
      if (action.type !== 'send') return action;
      const line = JSON.parse(action.line) as Written;
      this.written.push(line);
      return line.method ?? `answer ${line.id}: ${JSON.stringify(line.result ?? line.error?.code)}`;
    });
  }

  /** The request of ours that was written last, by its method. */
  last(method: string): Written {
    const found = this.written.findLast((line) => line.method === method);
    if (found === undefined) throw new Error(`Nothing was written with the method ${method}.`);
    return found;
  }

  frame(frame: unknown): Shown {
    return this.note(this.codec.frame(JSON.stringify(frame)));
  }

  /** Answers our last request of this method. */
  reply(method: string, result: unknown): Shown {
    return this.frame({ id: this.last(method).id, result });
  }

  refuse(method: string, message: string): Shown {
    return this.frame({ error: { code: -32600, message }, id: this.last(method).id });
  }

  tell(method: string, params: object): Shown {
    return this.frame({ method, params });
  }

  /** A notification about the running turn. */
  tellTurn(method: string, params: object = {}): Shown {
    return this.tell(method, { threadId: THREAD, turnId: this.turn, ...params });
  }

  item(phase: 'started' | 'completed', item: object, place: object = {}): Shown {
    return this.tellTurn(`item/${phase}`, { item, ...place });
  }

  /** The id of the turn that was begun last. */
  get turn(): string {
    return `turn-${this.#turns}`;
  }

  open(config: object = {}): Shown {
    this.note(this.codec.open());
    this.reply('initialize', { userAgent: 'codex' });
    return this.reply('config/read', { config: { model: 'fake-1', ...config } });
  }

  prompt(given: Partial<Task<CodexOptions>> = {}): Shown {
    return this.note(this.codec.prompt({ ...setupFor(), text: 'do it', ...given }));
  }

  /** Answers what opens a thread. */
  openThread(method: 'thread/start' | 'thread/resume' = 'thread/start', id = THREAD): Shown {
    return this.reply(method, { thread: { id }, model: 'fake-1' });
  }

  /** Answers `turn/start`. */
  accept(): Shown {
    this.#turns += 1;
    return this.reply('turn/start', { turn: { id: this.turn, status: 'inProgress' } });
  }

  begin(): Shown {
    return this.tell('turn/started', { threadId: THREAD, turn: { id: this.turn } });
  }

  complete(status = 'completed', more: object = {}): Shown {
    const items = status === 'completed' ? [{ type: 'agentMessage', id: 'm', text: 'Done.' }] : [];
    return this.tell('turn/completed', {
      threadId: THREAD,
      turn: { id: this.turn, items, status, error: null, ...more },
    });
  }

  /** From the start to a turn that runs. */
  run(given: Partial<Task<CodexOptions>> = {}, config: object = {}): void {
    this.open(config);
    this.prompt(given);
    this.openThread();
    this.accept();
    this.begin();
  }
}
