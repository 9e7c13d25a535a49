import type { Action, Event, Task } from '@agentmount/core';
import { asList, asText, type Fields } from '@agentmount/core';
import type { Commands, Reply } from './commands.js';
import type { Dialogs } from './dialogs.js';
import { classify, sentence } from './failures.js';
import { imagesFailure } from './models.js';
import type { PiState } from './pi-state.js';
import { Steers } from './steers.js';
import { Run } from './translate.js';
import { handledVerdict, verdict } from './verdict.js';
import { errorField, eventField, replyField } from './wire.js';

/**
 * Where the prompt stands.
 * - `none`: no prompt is open.
 * - `checking`: it has pictures that the model does not take, and is refused once the models that do are known.
 * - `waiting`: for the end of a run that an extension has begun.
 * - `sent`: it is written, and pi has not said what it makes of it.
 * - `handled`: pi made no run of it, and is asked whether one goes on all the same.
 * - `running`: until pi settles.
 */
type Stage = 'none' | 'checking' | 'waiting' | 'sent' | 'handled' | 'running';

const INTERRUPTED: Event = { type: 'settled', outcome: 'interrupted' };

/**
 * The prompt of an rpc process (pi 1.6.0). pi handles commands as they come and not in the order of what they start, so nothing that
 * depends on a run is written before the reply to what started it: a stop that reaches pi before the prompt is accepted hits
 * nothing, and of two prompts that reach an idle pi together the second is lost.
 */
export class RpcPrompt {
  readonly #commands: Commands;
  readonly #dialogs: Dialogs;
  readonly #pi: PiState;
  readonly #steers = new Steers();
  #stage: Stage = 'none';
  #task: Task | undefined;
  #run: Run | undefined;
  /** Whether a low-level run has ended since the prompt, or a late message, was accepted. */
  #runEnded = false;
  /** pi has settled; a written message whose reply is due may still begin another run. */
  #settled: { readonly aborted: boolean } | undefined;
  #stopping = false;
  /** Why the command of an extension failed that the prompt has called. */
  #commandError: string | undefined;
  /** Whether pi works, for this prompt or by itself. */
  busy = false;

  constructor(commands: Commands, dialogs: Dialogs, pi: PiState) {
    this.#commands = commands;
    this.#dialogs = dialogs;
    this.#pi = pi;
  }

  /** How long a dialog may stay parked; undefined when nobody can be asked. */
  get approvalMs(): number | undefined {
    return this.#stopping ? undefined : this.#task?.approvalMs;
  }

  begin(task: Task): readonly Action[] {
    this.#task = task;
    this.#run = new Run(this.#pi.home, this.#pi.model);
    const facts = this.#pi.announce();
    if (task.images && task.images.length > 0 && this.#pi.takesImages === false) {
      this.#stage = 'checking';
      return [...facts, this.#commands.send({ type: 'get_available_models' }, ({ data }) => this.#refuseImages(data))];
    }
    if (!this.busy) return [...facts, ...this.#write(task)];
    this.#stage = 'waiting';
    return facts;
  }

  interrupt(): readonly Action[] {
    if (this.#stage === 'none' || this.#stopping) return [];
    this.#stopping = true;
    if (this.#stage === 'checking' || this.#stage === 'waiting') return this.#settle([INTERRUPTED]);
    // Our own list is cleared before the queue is: an emptied queue would read as messages delivered. The refusals stand behind the
    // stop: before it they would let pi go on, and without them it would wait for its dialogs and never stop.
    return [...this.#steers.miss(), ...this.#stop(), ...this.#dialogs.close()];
  }

  steer(reference: string, text: string): readonly Action[] {
    if (this.#stage === 'none' || this.#stopping) return [{ type: 'steer', reference, state: 'missed' }];
    this.#steers.add(reference, text);
    return this.#writeSteer();
  }

  /** The process is gone. */
  abandon(): readonly Action[] {
    return [...this.#steers.miss(), ...this.#dialogs.abandon()];
  }

  /** An event of the session. */
  take(frame: Fields): readonly Action[] {
    switch (frame.type) {
      case 'agent_start':
        this.busy = true;
        return [];
      case 'queue_update':
        return this.#steers.onQueue(asList(eventField(frame, 'steering')).flatMap((entry) => asText(entry) ?? []));
      case 'turn_end':
        return this.#dialogs.onStepEnd();
      case 'agent_end':
        this.#runEnded = true;
        return this.#dialogs.onStepEnd();
      case 'agent_settled':
        this.busy = false;
        return this.#onAgentSettled(eventField(frame, 'aborted') === true);
      default:
        // What an extension's own run says is no part of the prompt that waits for its end.
        return this.#stage === 'waiting' ? [] : (this.#run?.take(frame) ?? []);
    }
  }

  /** A frame was too long to be kept. */
  lost(head: string): readonly Action[] {
    return this.#run?.lost(head) ?? [];
  }

  onExtensionError(frame: Fields): readonly Action[] {
    if (this.#stage === 'none') return [];
    const where = asText(errorField(frame, 'event')) ?? 'an event';
    const reason = sentence(asText(errorField(frame, 'error')) ?? '');
    if (where === 'command' && this.#stage === 'sent') this.#commandError = reason;
    return [{ type: 'notice', level: 'warning', text: `an extension of pi failed in ${sentence(where)}: ${reason}` }];
  }

  #onAgentSettled(aborted: boolean): readonly Action[] {
    if (this.#stage === 'waiting') return this.#task ? this.#write(this.#task) : [];
    if (this.#stage !== 'running') return [];
    if (this.#runEnded) {
      this.#settled = { aborted };
      return this.#settleIfOver();
    }
    // Either the run never began, or this is the end of the one before: pi knows.
    return [this.#commands.send({ type: 'get_state' }, (reply) => this.#onDoubtfulEnd(reply, aborted))];
  }

  #onDoubtfulEnd(reply: Reply, aborted: boolean): readonly Action[] {
    if (this.#stage !== 'running' || this.busy) return [];
    if (reply.error === undefined) this.#pi.read(reply.data);
    if (reply.error === undefined && this.#pi.streaming) return [];
    this.#settled = { aborted };
    return this.#settleIfOver();
  }

  #write({ text, images = [] }: Task): readonly Action[] {
    this.#stage = 'sent';
    const pictures = images.map(({ data, mediaType }) => ({ type: 'image', data, mimeType: mediaType }) as const);
    const command = { type: 'prompt', message: text, ...(pictures.length > 0 && { images: pictures }) } as const;
    return [this.#commands.send(command, (reply) => this.#onPrompted(reply))];
  }

  #onPrompted({ data, error }: Reply): readonly Action[] {
    if (this.#stage !== 'sent') return [];
    if (error !== undefined) {
      if (this.#stopping) return this.#settle([INTERRUPTED]);
      // An extension was quicker: the prompt goes out again when its run is over.
      const again = /already processing/i.test(error);
      if (again) this.#stage = 'waiting';
      return again ? [] : this.#settle([{ type: 'settled', outcome: 'failed', failure: classify(error) }]);
    }
    if (replyField(data, 'disposition') !== 'handled') return this.#onRunning();
    this.#stage = 'handled';
    return [this.#commands.send({ type: 'get_state' }, (reply) => this.#onHandled(reply))];
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
    if (reply.error !== undefined) {
      const message = `pi handled the prompt by itself and did not say whether it goes on: ${sentence(reply.error)}`;
      return this.#settle([{ type: 'settled', outcome: 'failed', failure: { class: 'protocol', message } }]);
    }
    this.#pi.read(reply.data);
    const session = this.#pi.session();
    if (this.#pi.streaming) return [...session, ...this.#onRunning()];
    const end = handledVerdict(this.#run?.last, this.#stopping, this.#dialogs.takeNotes(), this.#commandError);
    return this.#settle([...session, ...end]);
  }

  #writeSteer(): readonly Action[] {
    if (this.#stage !== 'running' || this.#stopping || this.#settled !== undefined) return [];
    const message = this.#steers.next();
    if (message === undefined) return [];
    const command = { type: 'prompt', message, streamingBehavior: 'steer' } as const;
    return [this.#commands.send(command, (reply) => this.#onSteered(reply))];
  }

  #onSteered({ data, error }: Reply): readonly Action[] {
    const disposition = error === undefined ? (asText(replyField(data, 'disposition')) ?? 'started') : undefined;
    const fates = this.#steers.onReply(disposition);
    if (this.#stage !== 'running') return [];
    if (disposition === 'started') return [...fates, ...this.#onRunning()];
    // It slipped into the queue behind the stop.
    const stop = disposition === 'queued' && this.#stopping ? this.#stop() : [];
    return [...fates, ...stop, ...this.#writeSteer(), ...this.#settleIfOver()];
  }

  #refuseImages(models: unknown): readonly Action[] {
    if (this.#stage !== 'checking') return [];
    return this.#settle([{ type: 'settled', outcome: 'failed', failure: imagesFailure(models, this.#pi.model) }]);
  }

  /** The queue goes first: an abort leaves it full, and it would go to the model with the next prompt. */
  #stop(): readonly Action[] {
    return [this.#commands.send({ type: 'clear_queue' }), this.#commands.send({ type: 'abort' })];
  }

  #settleIfOver(): readonly Action[] {
    if (this.#settled === undefined || this.#steers.replyDue) return [];
    return this.#settle(verdict(this.#run?.last, { aborted: this.#settled.aborted, stopped: this.#stopping }));
  }

  #settle(end: readonly Event[]): readonly Action[] {
    const open = [...this.#steers.miss(), ...this.#dialogs.close()];
    const clear = this.#steers.held ? [this.#commands.send({ type: 'clear_queue' })] : [];
    const notices = this.#run ? this.#pi.compare(this.#run, this.#task?.images?.length ?? 0) : [];
    this.#stage = 'none';
    this.#run = undefined;
    this.#task = undefined;
    this.#settled = undefined;
    this.#stopping = false;
    this.#commandError = undefined;
    this.#dialogs.takeNotes();
    return [...open, ...clear, ...notices, ...end, { type: 'ready' }];
  }
}
