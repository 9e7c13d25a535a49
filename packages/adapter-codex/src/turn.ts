import { type Action, asWord, fieldOf, type RequestId, type Task } from '@agentmount/core';
import { Approvals } from './approvals.js';
import { LOST_END, requestFailure } from './failures.js';
import type { CodexOptions } from './options.js';
import type { Reply, Requests } from './requests.js';
import { Steers } from './steers.js';
import { itemType } from './tool-names.js';
import { type Place, Translator } from './translate.js';
import { textInput, turnParams } from './turn-params.js';
import type { TokenCount } from './usage.js';
import { INTERRUPTED, readTurn, type Verdict } from './verdict.js';

/**
 * How far the prompt is. `opening`: its thread is being opened. `sent`: `turn/start` is written. `begun`: codex has said that the turn has
 * started; before that it refuses a stop, and then runs the turn to its end.
 */
type Stage = 'none' | 'opening' | 'sent' | 'begun';

/** One prompt on app-server's wire: a turn of codex's. */
export class Turn {
  readonly #requests: Requests;
  readonly #approvals = new Approvals();
  readonly #steers = new Steers();
  readonly #translator: Translator;
  #stage: Stage = 'none';
  #thread = '';
  #id: string | undefined;
  /** The turn of the thread that began last: codex may begin one by itself, and a prompt then goes into it. */
  #begunLast: string | undefined;
  #stop: 'no' | 'held' | 'sent' = 'no';
  /** Tells the replies of this prompt from those of one before. */
  #serial = 0;

  constructor(requests: Requests, usage: TokenCount) {
    this.#requests = requests;
    this.#translator = new Translator(usage);
  }

  get running(): boolean {
    return this.#stage !== 'none';
  }

  get stopping(): boolean {
    return this.#stop !== 'no';
  }

  begin(): void {
    this.#stage = 'opening';
    this.#id = undefined;
    this.#stop = 'no';
    this.#serial += 1;
    this.#translator.begin();
  }

  /** The thread is open: the prompt goes out. */
  start(thread: string, task: Task<CodexOptions>, config: unknown): readonly Action[] {
    this.#stage = 'sent';
    this.#thread = thread;
    const serial = this.#serial;
    return [
      this.#requests.make('turn/start', turnParams(thread, task, config), (reply) =>
        serial === this.#serial && this.#stage === 'sent' ? this.#started(reply) : [],
      ),
    ];
  }

  interrupt(): readonly Action[] {
    if (this.#stage === 'none' || this.#stop !== 'no') return [];
    this.#stop = 'held';
    const missed = this.#steers.miss();
    return this.#stage === 'begun' ? [...missed, ...this.#sendStop()] : missed;
  }

  steer(reference: string, text: string): readonly Action[] {
    if (this.#stage === 'none' || this.#stop !== 'no') return [{ type: 'steer', reference, state: 'missed' }];
    this.#steers.add(reference, text);
    return this.#writeSteers();
  }

  answer(id: string, allow: boolean): readonly Action[] {
    return this.#approvals.answer(id, allow);
  }

  request(id: RequestId, method: string, params: unknown): readonly Action[] {
    const open = (this.#stage === 'begun' || this.#stage === 'sent') && this.#stop === 'no';
    return this.#approvals.request(id, method, params, (item) => this.#translator.calls.inputOf(item), open);
  }

  lostRequest(id: RequestId, method: string): readonly Action[] {
    return this.#approvals.lost(id, method);
  }

  notification(method: string, params: unknown): readonly Action[] {
    switch (method) {
      case 'turn/started':
        return this.#onStarted(params);
      case 'turn/completed':
        return this.#onCompleted(params);
      case 'serverRequest/resolved':
        return this.#approvals.resolved(fieldOf(params, 'requestId'));
      case 'item/started':
        return [...this.#onUserMessage(params), ...this.#translated(method, params)];
      default:
        return this.#translated(method, params);
    }
  }

  /** The end of a turn was too long to be read. */
  lostEnd(thread: string | undefined): readonly Action[] {
    if (this.#stage === 'none' || this.#stage === 'opening') return [];
    if (thread !== undefined && thread !== this.#thread) return [];
    return this.settle(this.stopping ? INTERRUPTED : { outcome: 'failed', failure: LOST_END });
  }

  /** `alive`: whether the process is still there, to be told and to take another prompt. */
  settle(verdict: Verdict, alive = true): readonly Action[] {
    const left = verdict.outcome === 'completed' ? this.#translator.leftRunning() : [];
    this.#stage = 'none';
    this.#stop = 'no';
    this.#begunLast = undefined;
    return [
      ...this.#steers.miss(),
      ...this.#approvals.close(alive),
      ...left,
      { type: 'settled', ...verdict },
      ...(alive ? [{ type: 'ready' } as const] : []),
    ];
  }

  #started({ result, error, lost }: Reply): readonly Action[] {
    if (error !== undefined && lost !== true) {
      if (this.stopping) return this.settle(INTERRUPTED);
      return this.settle({ outcome: 'failed', failure: requestFailure(error, 'start the turn') });
    }
    this.#id = asWord(fieldOf(fieldOf(result, 'turn'), 'id')) ?? this.#begunLast;
    return this.#id !== undefined && this.#id === this.#begunLast ? this.#begun() : [];
  }

  #onStarted(params: unknown): readonly Action[] {
    if (fieldOf(params, 'threadId') !== this.#thread) return [];
    this.#begunLast = asWord(fieldOf(fieldOf(params, 'turn'), 'id'));
    if (this.#stage !== 'sent' || this.#begunLast === undefined) return [];
    // The reply with its id comes first, unless it was lost.
    this.#id ??= this.#begunLast;
    return this.#id === this.#begunLast ? this.#begun() : [];
  }

  #begun(): readonly Action[] {
    this.#stage = 'begun';
    return this.#stop === 'held' ? this.#sendStop() : this.#writeSteers();
  }

  #onCompleted(params: unknown): readonly Action[] {
    if (this.#place(params) !== 'ours') return [];
    return this.settle(readTurn(fieldOf(params, 'turn'), this.#translator.spoken, this.stopping));
  }

  /** The caller's messages come back as items: then the model is told. */
  #onUserMessage(params: unknown): readonly Action[] {
    const item = fieldOf(params, 'item');
    if (itemType(item) !== 'user_message' || this.#place(params) !== 'ours') return [];
    this.#translator.pause();
    return this.#steers.delivered(asWord(fieldOf(item, 'clientId')) ?? '');
  }

  #translated(method: string, params: unknown): readonly Action[] {
    return this.#translator.notification(method, params, this.#place(params));
  }

  /** `turnId` is in most notifications; the turn itself is in those about its beginning and its end. */
  #place(params: unknown): Place {
    if (this.#stage !== 'sent' && this.#stage !== 'begun') return 'elsewhere';
    const thread = fieldOf(params, 'threadId');
    if (typeof thread !== 'string') return 'elsewhere';
    if (thread !== this.#thread) return 'nested';
    const turn = asWord(fieldOf(params, 'turnId')) ?? asWord(fieldOf(fieldOf(params, 'turn'), 'id'));
    if (this.#id === undefined) return 'elsewhere';
    return turn === this.#id ? 'ours' : 'elsewhere';
  }

  #sendStop(): readonly Action[] {
    this.#stop = 'sent';
    const stop = this.#requests.make('turn/interrupt', { threadId: this.#thread, turnId: this.#id }, () => []);
    // The stop first: a refusal that comes before it would let codex ask its model once more.
    return [stop, ...this.#approvals.close(true)];
  }

  #writeSteers(): readonly Action[] {
    if (this.#stage !== 'begun') return [];
    return this.#steers.take().map(({ reference, text }) => {
      const params = {
        threadId: this.#thread,
        clientUserMessageId: reference,
        input: [textInput(text)],
        expectedTurnId: this.#id,
      };
      return this.#requests.make('turn/steer', params, ({ error, lost }) =>
        error === undefined || lost === true ? this.#steers.accepted(reference) : this.#steers.refused(reference),
      );
    });
  }
}
