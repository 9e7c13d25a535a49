import type { Action, Codec, Event, Exit, LaunchPlan, Task } from '@agentmount/core';
import { Commands, type Reply } from './commands.js';
import { Dialogs } from './dialogs.js';
import { classify, classifyExit, sentence } from './failures.js';
import { handshakeOf } from './launch.js';
import { readModels } from './models.js';
import { PiState } from './pi-state.js';
import { Steers } from './steers.js';
import { eventType, Run } from './translate.js';
import { verdict } from './verdict.js';
import {
  asList,
  asText,
  errorField,
  eventField,
  type Frame,
  frameType,
  headField,
  parseFrame,
  replyField,
} from './wire.js';

/**
 * Where the process stands.
 * - `opening`: its state is asked for; `unready`: an extension has begun a run of its own at the start; `ready`: no prompt is open;
 *   `broken`: the handshake failed.
 * - With a prompt open. `checking`: which models take pictures; `waiting`: for the end of a run that an extension began; `sent`: the
 *   prompt is written, and pi has not said what it makes of it; `handled`: pi made no run of it, and is asked whether one goes on
 *   all the same; `running`: until pi settles.
 */
type Stage = 'opening' | 'broken' | 'unready' | 'ready' | 'checking' | 'waiting' | 'sent' | 'handled' | 'running';

/** Makes the codec of a process started by `pi --mode rpc` (pi 1.6.0). */
export function rpcCodec(plan: LaunchPlan): Codec {
  return new RpcCodec(plan);
}

/**
 * pi's rpc wire. pi handles commands as they come and not in the order of what they start, so that nothing that depends on a run is
 * written before the reply to what started it: a stop that reaches pi before the prompt is accepted hits nothing.
 */
class RpcCodec implements Codec {
  readonly #commands = new Commands();
  readonly #dialogs = new Dialogs();
  readonly #steers = new Steers();
  readonly #pi: PiState;
  #stage: Stage = 'opening';
  #task: Task | undefined;
  #run: Run | undefined;
  /** Whether pi works, for a prompt of ours or by itself. */
  #busy = false;
  /** Whether a low-level run has ended since the prompt, or a late message, was accepted. */
  #runEnded = false;
  /** pi has settled; a written message whose reply is due may still begin another run. */
  #settled: { readonly aborted: boolean } | undefined;
  #stopping = false;
  /** Why the command of an extension failed that the prompt has called. */
  #commandError: string | undefined;

  constructor(plan: LaunchPlan) {
    this.#pi = new PiState(handshakeOf(plan));
  }

  open(): readonly Action[] {
    return [this.#commands.send({ type: 'get_state' }, (reply) => this.#onOpened(reply))];
  }

  frame(line: string): readonly Action[] {
    const frame = parseFrame(line);
    if (frame === undefined) return line.trim() === '' ? [] : [{ type: 'unknown', frame: 'not JSON' }];
    switch (frameType(frame)) {
      case 'response':
        return this.#commands.reply(frame) ?? [{ type: 'unknown', frame: 'response' }];
      case 'extension_ui_request':
        return this.#dialogs.request(frame, this.#stopping ? undefined : this.#task?.approvalMs);
      case 'extension_error':
        return this.#onExtensionError(frame);
      default:
        return this.#onEvent(frame);
    }
  }

  lost(head: string): readonly Action[] {
    switch (headField(head, 'type')) {
      case 'response':
        return this.#commands.lost(head);
      case 'extension_ui_request':
        return this.#dialogs.lost(headField(head, 'id') ?? '');
      case 'agent_end':
      case 'agent_settled':
        return this.#onEvent({ type: headField(head, 'type') });
      default:
        return this.#run?.lost(head) ?? [];
    }
  }

  prompt(task: Task): readonly Action[] {
    this.#task = task;
    this.#run = new Run(this.#pi.home, this.#pi.model);
    const facts = this.#pi.announce();
    if (task.images && task.images.length > 0 && this.#pi.takesImages === false) {
      this.#stage = 'checking';
      return [...facts, this.#commands.send({ type: 'get_available_models' }, (reply) => this.#onImagesRefused(reply))];
    }
    if (this.#busy) {
      this.#stage = 'waiting';
      return facts;
    }
    return [...facts, ...this.#write(task)];
  }

  interrupt(): readonly Action[] {
    if (this.#run === undefined || this.#stopping) return [];
    this.#stopping = true;
    if (this.#stage === 'checking' || this.#stage === 'waiting')
      return this.#settle([{ type: 'settled', outcome: 'interrupted' }]);
    // Our own list is cleared before the queue is: an emptied queue would read as messages delivered. The refusals stand behind the
    // stop: before it they would let pi go on, and without them it would wait for its dialogs and never stop.
    return [...this.#steers.miss(), ...this.#stop(), ...this.#dialogs.close()];
  }

  steer(reference: string, text: string): readonly Action[] {
    if (this.#run === undefined || this.#stopping) return [{ type: 'steer', reference, state: 'missed' }];
    this.#steers.add(reference, text);
    return this.#writeSteer();
  }

  answer(id: string, allow: boolean): readonly Action[] {
    return this.#dialogs.answer(id, allow);
  }

  models(): readonly Action[] {
    return [
      this.#commands.send({ type: 'get_available_models' }, ({ data, error }) => {
        if (error === undefined)
          return [{ type: 'models', models: readModels(replyField(data, 'models'), this.#pi.model) }];
        const failure = { class: 'protocol', message: `pi could not list its models: ${sentence(error)}` } as const;
        return [{ type: 'settled', outcome: 'failed', failure }, { type: 'ready' }];
      }),
    ];
  }

  exit(exit: Exit): readonly Action[] {
    if (this.#stage === 'opening') {
      const failure = classifyExit(exit);
      return failure === undefined ? [] : [{ type: 'settled', outcome: 'failed', failure }];
    }
    return [...this.#steers.miss(), ...this.#dialogs.abandon()];
  }

  #onOpened(reply: Reply): readonly Action[] {
    const problem = reply.error ?? this.#pi.read(reply.data);
    if (problem !== undefined) {
      this.#stage = 'broken';
      const failure = { class: 'protocol', message: `pi did not say its state: ${sentence(problem)}` } as const;
      return [{ type: 'settled', outcome: 'failed', failure }];
    }
    this.#busy = this.#pi.streaming;
    this.#stage = this.#busy ? 'unready' : 'ready';
    return this.#busy ? this.#pi.session() : [...this.#pi.session(), { type: 'ready' }];
  }

  #onEvent(frame: Frame): readonly Action[] {
    const type = eventType(frame);
    if (type === undefined) return [{ type: 'unknown', frame: frameType(frame)?.slice(0, 60) || 'untyped' }];
    switch (type) {
      case 'agent_start':
        this.#busy = true;
        return [];
      case 'queue_update':
        return this.#steers.onQueue(asList(eventField(frame, 'steering')).flatMap((entry) => asText(entry) ?? []));
      case 'turn_end':
        return this.#dialogs.onStepEnd();
      case 'agent_end':
        this.#runEnded = true;
        return this.#dialogs.onStepEnd();
      case 'agent_settled':
        this.#busy = false;
        return this.#onAgentSettled(eventField(frame, 'aborted') === true);
      default:
        return this.#run?.take(frame) ?? [];
    }
  }

  #onAgentSettled(aborted: boolean): readonly Action[] {
    switch (this.#stage) {
      case 'unready':
        this.#stage = 'ready';
        return [{ type: 'ready' }];
      case 'waiting':
        return this.#task ? this.#write(this.#task) : [];
      case 'running':
        if (this.#runEnded) {
          this.#settled = { aborted };
          return this.#settleIfOver();
        }
        // Either the run never began, or this is the end of the one before: pi knows.
        return [this.#commands.send({ type: 'get_state' }, (reply) => this.#onDoubtfulEnd(reply, aborted))];
      default:
        return [];
    }
  }

  #onDoubtfulEnd(reply: Reply, aborted: boolean): readonly Action[] {
    if (this.#stage !== 'running' || this.#busy || reply.error !== undefined) return [];
    this.#pi.read(reply.data);
    if (this.#pi.streaming) return [];
    this.#settled = { aborted };
    return this.#settleIfOver();
  }

  #write(task: Task): readonly Action[] {
    this.#stage = 'sent';
    const images = (task.images ?? []).map(
      ({ data, mediaType }) => ({ type: 'image', data, mimeType: mediaType }) as const,
    );
    const command = { type: 'prompt', message: task.text, ...(images.length > 0 && { images }) } as const;
    return [this.#commands.send(command, (reply) => this.#onPrompted(reply))];
  }

  #onPrompted(reply: Reply): readonly Action[] {
    if (this.#stage !== 'sent') return [];
    if (reply.error !== undefined) {
      if (this.#stopping) return this.#settle([{ type: 'settled', outcome: 'interrupted' }]);
      if (/already processing/i.test(reply.error)) {
        // An extension was quicker: the prompt goes out again when its run is over.
        this.#stage = 'waiting';
        return [];
      }
      return this.#settle([{ type: 'settled', outcome: 'failed', failure: classify(reply.error) }]);
    }
    if (replyField(reply.data, 'disposition') !== 'handled') return this.#onRunning();
    this.#stage = 'handled';
    return [this.#commands.send({ type: 'get_state' }, (state) => this.#onHandled(state))];
  }

  /** pi works on the prompt. A stop that was written before may have hit nothing, so it is written again. */
  #onRunning(): readonly Action[] {
    this.#stage = 'running';
    this.#runEnded = false;
    this.#settled = undefined;
    return this.#stopping ? this.#stop() : this.#writeSteer();
  }

  /** A command of an extension ran, or a hook took the prompt: it may have begun a run, or another session. */
  #onHandled(reply: Reply): readonly Action[] {
    if (this.#stage !== 'handled') return [];
    if (reply.error === undefined) this.#pi.read(reply.data);
    const session = this.#pi.session();
    if (this.#pi.streaming) return [...session, ...this.#onRunning()];
    const notice: Event = {
      type: 'notice',
      level: 'info',
      text: 'pi handled this prompt by itself (a command or a hook of an extension)',
    };
    const last = this.#run?.last;
    if (last !== undefined)
      return this.#settle([...session, notice, ...verdict(last, { aborted: false, stopped: this.#stopping })]);
    if (this.#commandError !== undefined) {
      const message = `the command of an extension of pi failed: ${this.#commandError}`;
      return this.#settle([...session, { type: 'settled', outcome: 'failed', failure: { class: 'agent', message } }]);
    }
    const answer = this.#dialogs.takeNotes().join('\n');
    const text = `${notice.text}, and no model ran`;
    return this.#settle([...session, { ...notice, text }, { type: 'settled', outcome: 'completed', answer }]);
  }

  #writeSteer(): readonly Action[] {
    const text =
      this.#stage === 'running' && !this.#stopping && this.#settled === undefined ? this.#steers.next() : undefined;
    if (text === undefined) return [];
    return [
      this.#commands.send({ type: 'prompt', message: text, streamingBehavior: 'steer' }, (reply) =>
        this.#onSteered(reply),
      ),
    ];
  }

  #onSteered(reply: Reply): readonly Action[] {
    const disposition =
      reply.error === undefined ? (asText(replyField(reply.data, 'disposition')) ?? 'started') : undefined;
    const fates = this.#steers.onReply(disposition);
    if (this.#stage !== 'running') return [];
    if (disposition === 'started') return [...fates, ...this.#onRunning()];
    if (disposition === 'queued' && this.#stopping) return [...fates, ...this.#stop(), ...this.#settleIfOver()];
    return [...fates, ...this.#writeSteer(), ...this.#settleIfOver()];
  }

  #onImagesRefused({ data }: Reply): readonly Action[] {
    if (this.#stage !== 'checking') return [];
    const able = readModels(replyField(data, 'models'), undefined).filter((model) => model.images);
    const names = able.slice(0, 5).map((model) => model.id);
    const remedy = names.length > 0 ? `name a model that does, such as ${names.join(', ')}` : 'leave the images out';
    const failure = {
      class: 'model',
      message: `the model ${this.#pi.model ?? 'of pi'} takes no images`,
      remedy,
    } as const;
    return this.#settle([{ type: 'settled', outcome: 'failed', failure }]);
  }

  #onExtensionError(frame: Frame): readonly Action[] {
    if (this.#run === undefined) return [];
    const where = asText(errorField(frame, 'event')) ?? 'an event';
    const reason = sentence(asText(errorField(frame, 'error')) ?? '');
    if (where === 'command' && this.#stage === 'sent') this.#commandError = reason;
    const text = `an extension of pi failed in ${sentence(where)}: ${reason}`;
    return [{ type: 'notice', level: 'warning', text }];
  }

  #stop(): readonly Action[] {
    return [this.#commands.send({ type: 'clear_queue' }), this.#commands.send({ type: 'abort' })];
  }

  #settleIfOver(): readonly Action[] {
    if (this.#settled === undefined || this.#steers.replyDue) return [];
    return this.#settle(verdict(this.#run?.last, { aborted: this.#settled.aborted, stopped: this.#stopping }));
  }

  #settle(end: readonly Event[]): readonly Action[] {
    const open = [...this.#steers.miss(), ...this.#dialogs.close()];
    // What is left in pi's queue would go to the model with the next prompt.
    const clear = this.#steers.held ? [this.#commands.send({ type: 'clear_queue' })] : [];
    const notices = this.#run ? this.#pi.compare(this.#run, this.#task?.images?.length ?? 0) : [];
    this.#stage = 'ready';
    this.#run = undefined;
    this.#task = undefined;
    this.#settled = undefined;
    this.#stopping = false;
    this.#commandError = undefined;
    this.#dialogs.takeNotes();
    return [...open, ...clear, ...notices, ...end, { type: 'ready' }];
  }
}
