import type { Action, Codec, Exit, LaunchPlan, Task } from '@agentmount/core';
import { type Fields, parseFields } from '@agentmount/core';
import { Commands, type Reply } from './commands.js';
import { Dialogs } from './dialogs.js';
import { eventType, unknownFrame } from './event-type.js';
import { classifyExit, sentence } from './failures.js';
import { handshakeOf } from './launch.js';
import { readModels } from './models.js';
import { PiState } from './pi-state.js';
import { RpcPrompt } from './rpc-prompt.js';
import { frameType, headField } from './wire.js';

/** Makes the codec of a process started by `pi --mode rpc` (pi 1.6.0). */
export function rpcCodec(plan: LaunchPlan): Codec {
  return new RpcCodec(plan);
}

/** pi's rpc wire: commands and their replies, the events of the session, and the dialogs of extensions. */
class RpcCodec implements Codec {
  readonly #commands = new Commands();
  readonly #dialogs = new Dialogs();
  readonly #pi: PiState;
  readonly #prompt: RpcPrompt;
  /** `busy`: an extension has begun a run of its own at the start. */
  #stage: 'opening' | 'failed' | 'busy' | 'open' = 'opening';

  constructor(plan: LaunchPlan) {
    this.#pi = new PiState(handshakeOf(plan));
    this.#prompt = new RpcPrompt(this.#commands, this.#dialogs, this.#pi);
  }

  /** pi says nothing by itself at the start: the reply to the first command is the sign that it is ready. */
  open(): readonly Action[] {
    return [this.#commands.send({ type: 'get_state' }, (reply) => this.#onOpened(reply))];
  }

  frame(line: string): readonly Action[] {
    const frame = parseFields(line);
    if (frame === undefined) return line.trim() === '' ? [] : [{ type: 'unknown', frame: 'not JSON' }];
    switch (frameType(frame)) {
      case 'response':
        return this.#commands.reply(frame) ?? [unknownFrame(frame)];
      case 'extension_ui_request':
        return this.#dialogs.request(frame, this.#prompt.approvalMs);
      case 'extension_error':
        return this.#prompt.onExtensionError(frame);
      default:
        return eventType(frame) === undefined ? [unknownFrame(frame)] : this.#onEvent(frame);
    }
  }

  lost(head: string): readonly Action[] {
    const type = headField(head, 'type');
    switch (type) {
      case 'response':
        return this.#commands.lost(head);
      case 'extension_ui_request':
        return this.#dialogs.lost(headField(head, 'id') ?? '');
      case 'agent_end':
      case 'agent_settled':
        return this.#onEvent({ type });
      default:
        return this.#prompt.lost(head);
    }
  }

  prompt(task: Task): readonly Action[] {
    return this.#prompt.begin(task);
  }

  interrupt(): readonly Action[] {
    return this.#prompt.interrupt();
  }

  steer(reference: string, text: string): readonly Action[] {
    return this.#prompt.steer(reference, text);
  }

  /** pi's `confirm` has no room for a reason. */
  answer(id: string, allow: boolean): readonly Action[] {
    return this.#dialogs.answer(id, allow);
  }

  models(): readonly Action[] {
    return [this.#commands.send({ type: 'get_available_models' }, (reply) => this.#onModels(reply))];
  }

  exit(exit: Exit): readonly Action[] {
    const failure = this.#stage === 'opening' ? classifyExit(exit) : undefined;
    return failure === undefined ? this.#prompt.abandon() : [{ type: 'settled', outcome: 'failed', failure }];
  }

  #onOpened({ data, error }: Reply): readonly Action[] {
    const problem = error ?? this.#pi.read(data);
    if (problem !== undefined) {
      this.#stage = 'failed';
      const failure = { class: 'protocol', message: `pi did not say its state: ${sentence(problem)}` } as const;
      return [{ type: 'settled', outcome: 'failed', failure }];
    }
    this.#prompt.busy = this.#pi.streaming;
    this.#stage = this.#pi.streaming ? 'busy' : 'open';
    return this.#pi.streaming ? this.#pi.session() : [...this.#pi.session(), { type: 'ready' }];
  }

  #onEvent(frame: Fields): readonly Action[] {
    const actions = this.#prompt.take(frame);
    if (this.#stage !== 'busy' || this.#prompt.busy) return actions;
    this.#stage = 'open';
    return [...actions, { type: 'ready' }];
  }

  #onModels({ data, error }: Reply): readonly Action[] {
    if (error === undefined) return [{ type: 'models', models: readModels(data, this.#pi.model) }];
    const failure = { class: 'protocol', message: `pi could not list its models: ${sentence(error)}` } as const;
    return [{ type: 'settled', outcome: 'failed', failure }, { type: 'ready' }];
  }
}
