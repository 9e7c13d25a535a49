import {
  type Action,
  asWord,
  type Codec,
  type Exit,
  type Failure,
  fieldOf,
  type LaunchPlan,
  readJsonRpc,
  readLostJsonRpc,
  type Task,
} from '@agentmount/core';
import { exitFailure, requestFailure, tooLong } from './failures.js';
import { markCurrent, nextPage, readModels } from './models.js';
import type { CodexOptions } from './options.js';
import { type Reply, Requests } from './requests.js';
import { Thread } from './thread.js';
import { Turn } from './turn.js';
import { TokenCount } from './usage.js';
import { INTERRUPTED } from './verdict.js';
import { lostThread, notificationLine } from './wire.js';

/** Notifications that are not wanted: they are many or large, and say nothing that is used. */
const UNWANTED = [
  'item/commandExecution/outputDelta',
  'item/fileChange/outputDelta',
  'item/fileChange/patchUpdated',
  'turn/diff/updated',
  'thread/started',
  'account/rateLimits/updated',
  'remoteControl/status/changed',
];
/** Most pages of models that are asked for: a list that never ends is broken. */
const MOST_PAGES = 20;

/** Makes the codec of a process started by `codex app-server` (0.171.0). */
export function appServerCodec(plan: LaunchPlan): Codec {
  return new AppServerCodec(plan.cwd);
}

type Listed = ReturnType<typeof readModels>;

/** app-server's wire: requests and notifications both ways, one process for many threads and turns. */
class AppServerCodec implements Codec {
  readonly #requests = new Requests();
  readonly #usage = new TokenCount();
  readonly #thread = new Thread(this.#requests, this.#usage);
  readonly #turn = new Turn(this.#requests, this.#usage);
  readonly #cwd: string;
  #stage: 'opening' | 'failed' | 'idle' | 'listing' = 'opening';
  /** codex's effective configuration for the directory, where it tells it. */
  #config: unknown;
  #said: { readonly session?: string; readonly model?: string } = {};

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  open(): readonly Action[] {
    const params = {
      clientInfo: { name: 'agentmount', title: 'agentmount', version: '1' },
      capabilities: { experimentalApi: false, requestAttestation: false, optOutNotificationMethods: UNWANTED },
    };
    return [this.#requests.make('initialize', params, (reply) => this.#greeted(reply))];
  }

  frame(line: string): readonly Action[] {
    const message = readJsonRpc(line);
    switch (message.kind) {
      case 'response':
        return this.#requests.reply(message.id, message) ?? [{ type: 'unknown', frame: 'response' }];
      case 'request':
        return this.#turn.request(message.id, message.method, message.params);
      case 'notification':
        return this.#turn.notification(message.method, message.params);
      default:
        return line.trim() === '' ? [] : [{ type: 'unknown', frame: message.frame }];
    }
  }

  lost(head: string): readonly Action[] {
    const lost = readLostJsonRpc(head);
    if (lost.kind === 'response') return this.#requests.lost(lost.id);
    if (lost.id !== undefined) return this.#turn.lostRequest(lost.id, lost.method);
    return lost.method === 'turn/completed' ? this.#turn.lostEnd(lostThread(head)) : [];
  }

  prompt(task: Task<CodexOptions>): readonly Action[] {
    this.#turn.begin();
    return this.#thread.open(task, (failure) => this.#opened(task, failure));
  }

  interrupt(): readonly Action[] {
    return this.#turn.interrupt();
  }

  steer(reference: string, text: string): readonly Action[] {
    return this.#turn.steer(reference, text);
  }

  /** codex's answers have no room for a reason. */
  answer(id: string, allow: boolean): readonly Action[] {
    return this.#turn.answer(id, allow);
  }

  models(): readonly Action[] {
    this.#stage = 'listing';
    return [this.#askModels(undefined, [], 1)];
  }

  exit(exit: Exit): readonly Action[] {
    const failure = exitFailure(exit);
    if (this.#turn.running)
      return this.#turn.settle(this.#turn.stopping ? INTERRUPTED : { outcome: 'failed', failure }, false);
    return this.#stage === 'opening' || this.#stage === 'listing' ? [failed(failure)] : [];
  }

  #greeted({ error, lost }: Reply): readonly Action[] {
    if (error !== undefined) {
      this.#stage = 'failed';
      if (lost === true) return [failed(tooLong('the answer to the handshake'))];
      return [failed({ ...requestFailure(error, 'begin'), class: 'protocol' })];
    }
    return [
      { type: 'send', line: notificationLine('initialized') },
      // Without it the person's own settings of the sandbox are not known, and only the narrowest of them can hold.
      this.#requests.make('config/read', { cwd: this.#cwd }, (reply) => {
        this.#config = fieldOf(reply.result, 'config');
        this.#stage = 'idle';
        return [{ type: 'ready' }];
      }),
    ];
  }

  #opened(task: Task<CodexOptions>, failure: Failure | undefined): readonly Action[] {
    const { id } = this.#thread;
    // A prompt that was not sent has run nothing.
    if (this.#turn.stopping) return this.#turn.settle(INTERRUPTED);
    if (failure !== undefined) return this.#turn.settle({ outcome: 'failed', failure });
    if (id === undefined) return [];
    const model = task.model ?? this.#thread.model;
    const said: Action[] = [];
    if (id !== this.#said.session) said.push({ type: 'session', id });
    if (model !== undefined && model !== this.#said.model) said.push({ type: 'model', id: model });
    this.#said = { session: id, ...(model === undefined ? {} : { model }) };
    return [...said, ...this.#turn.start(id, task, this.#config)];
  }

  #askModels(cursor: string | undefined, before: Listed, page: number): Action {
    return this.#requests.make('model/list', { limit: 100, ...(cursor === undefined ? {} : { cursor }) }, (reply) => {
      if (reply.error !== undefined) {
        this.#stage = 'idle';
        const failure =
          reply.lost === true ? tooLong('the list of models') : requestFailure(reply.error, 'list its models');
        return [failed(failure), { type: 'ready' }];
      }
      const listed = [...before, ...readModels(reply.result)];
      const next = nextPage(reply.result);
      if (next !== undefined && page < MOST_PAGES) return [this.#askModels(next, listed, page + 1)];
      this.#stage = 'idle';
      return [{ type: 'models', models: markCurrent(listed, asWord(fieldOf(this.#config, 'model'))) }];
    });
  }
}

function failed(failure: Failure): Action {
  return { type: 'settled', outcome: 'failed', failure };
}
