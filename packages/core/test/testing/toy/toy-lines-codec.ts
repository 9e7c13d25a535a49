import type { Action, Codec, Exit, Failure, Task } from '../../../src/index.js';
import {
  commonEvents,
  doneEvents,
  failureOf,
  modelsOf,
  parseToyFrame,
  send,
  sentence,
  string,
  type ToyFrame,
  unknown,
} from './toy-wire.js';

export const TOY_SESSION = /^toy-[0-9a-f]{4,32}$/;

/** The toy agent's lines both ways: a handshake, then prompts with steers, approvals and a stop, or a list of models. */
export class ToyLinesCodec implements Codec {
  readonly #session: string | undefined;
  #phase: 'opening' | 'idle' | 'running' | 'listing' | 'dead' = 'opening';
  #started = false;
  #stop: 'none' | 'held' | 'sent' = 'none';
  readonly #asks = new Set<string>();
  readonly #steers = new Set<string>();

  /** @param session the one to continue */
  constructor(session: string | undefined) {
    this.#session = session;
  }

  open(): readonly Action[] {
    return [send({ type: 'hello', ...(this.#session && { session: this.#session }) })];
  }

  frame(line: string): readonly Action[] {
    const frame = parseToyFrame(line);
    if (!frame) return unknown(frame);
    switch (frame.type) {
      case 'hello':
        return this.#hello(frame);
      case 'models':
        if (this.#phase !== 'listing') return [];
        this.#phase = 'idle';
        return [{ type: 'models', models: modelsOf(frame.models) }];
      case 'error':
        return this.#error(frame);
      case 'ask':
        return this.#ask(frame);
    }
    if (this.#phase !== 'running') return [];
    switch (frame.type) {
      case 'started':
        return this.#begin();
      case 'cancelled':
        return this.#asks.delete(string(frame.id) ?? '') ? [{ type: 'withdrawn', id: String(frame.id) }] : [];
      case 'queued':
        return this.#steers.has(String(frame.reference)) ? this.#queued(String(frame.reference)) : [];
      case 'taken':
        return this.#steers.delete(String(frame.reference))
          ? [{ type: 'steer', reference: String(frame.reference), state: 'delivered' }]
          : [];
      case 'done': {
        const answer = string(frame.answer);
        return [...doneEvents(frame), ...this.#settle({ outcome: 'completed', ...(answer && { answer }) })];
      }
      case 'stopped':
        return this.#settle({ outcome: 'interrupted' });
      default:
        return commonEvents(frame) ?? unknown(frame);
    }
  }

  lost(head: string): readonly Action[] {
    if (/^\{"type":"(delta|tool|started|queued)"/.test(head))
      return [{ type: 'notice', level: 'warning', text: 'a frame was too long' }];
    if (this.#phase === 'running' && head.startsWith('{"type":"done"')) return this.#settle({ outcome: 'completed' });
    if (this.#phase === 'idle' || this.#phase === 'dead') return [];
    return this.#settle(
      { outcome: 'failed', failure: protocol('a frame that may have been the end was too long') },
      false,
    );
  }

  prompt(task: Task): readonly Action[] {
    this.#phase = 'running';
    this.#started = false;
    this.#stop = 'none';
    return [send({ type: 'prompt', text: task.text })];
  }

  exit(exit: Exit): readonly Action[] {
    if (this.#phase === 'idle' || this.#phase === 'dead') return [];
    const message =
      exit.stderr.trim() === '' ? `the agent exited with ${exit.signal ?? exit.code}` : sentence(exit.stderr);
    return this.#settle({ outcome: 'failed', failure: { class: 'agent', message } }, false);
  }

  interrupt(): readonly Action[] {
    if (this.#phase !== 'running' || this.#stop === 'sent') return [];
    if (!this.#started) {
      this.#stop = 'held';
      return [];
    }
    return this.#sendStop();
  }

  steer(reference: string, text: string): readonly Action[] {
    if (this.#phase !== 'running' || this.#stop !== 'none') return [{ type: 'steer', reference, state: 'missed' }];
    this.#steers.add(reference);
    return [send({ type: 'steer', reference, text })];
  }

  answer(id: string, allow: boolean, reason: string): readonly Action[] {
    if (!this.#asks.delete(id)) return [];
    return [send({ type: 'answer', id, allow, reason })];
  }

  models(): readonly Action[] {
    this.#phase = 'listing';
    return [send({ type: 'models' })];
  }

  #hello(frame: ToyFrame): readonly Action[] {
    if (this.#phase !== 'opening') return [];
    const id = string(frame.session);
    if (!id || !TOY_SESSION.test(id))
      return this.#settle({ outcome: 'failed', failure: protocol('hello named no session') }, false);
    this.#phase = 'idle';
    const fresh = this.#session !== undefined && id !== this.#session;
    return [{ type: 'session', id, ...(fresh && { fresh }) }, { type: 'ready' }];
  }

  #begin(): readonly Action[] {
    if (this.#started) return [];
    this.#started = true;
    return this.#stop === 'held' ? this.#sendStop() : [];
  }

  #sendStop(): readonly Action[] {
    this.#stop = 'sent';
    // The stop first: an agent that reads the refusals before it would go on with its work.
    const refusals = [...this.#asks].map((id) => send({ type: 'answer', id, allow: false, reason: 'stopped' }));
    return [send({ type: 'stop' }), ...refusals, ...this.#withdrawAll()];
  }

  #ask(frame: ToyFrame): readonly Action[] {
    const id = string(frame.id);
    if (!id || this.#asks.has(id)) return [];
    if (this.#phase !== 'running' || this.#stop === 'sent') {
      return this.#phase === 'dead' ? [] : [send({ type: 'answer', id, allow: false, reason: 'nothing is running' })];
    }
    this.#asks.add(id);
    return [{ type: 'approval', id, tool: string(frame.tool) ?? 'unknown', input: frame.input ?? null }];
  }

  #queued(reference: string): readonly Action[] {
    if (this.#accepted.has(reference)) return [];
    this.#accepted.add(reference);
    return [{ type: 'steer', reference, state: 'accepted' }];
  }

  readonly #accepted = new Set<string>();

  #error(frame: ToyFrame): readonly Action[] {
    if (this.#phase === 'idle' || this.#phase === 'dead') return [];
    return this.#settle({ outcome: 'failed', failure: failureOf(frame) }, this.#phase !== 'opening');
  }

  #withdrawAll(): readonly Action[] {
    const ids = [...this.#asks];
    this.#asks.clear();
    return ids.map((id) => ({ type: 'withdrawn', id }));
  }

  #settle(
    end: { outcome: 'completed' | 'interrupted'; answer?: string } | { outcome: 'failed'; failure: Failure },
    again = true,
  ): readonly Action[] {
    this.#phase = again ? 'idle' : 'dead';
    const missed = [...this.#steers].map((reference): Action => ({ type: 'steer', reference, state: 'missed' }));
    this.#steers.clear();
    const ready: readonly Action[] = again ? [{ type: 'ready' }] : [];
    return [...missed, ...this.#withdrawAll(), { type: 'settled', ...end }, ...ready];
  }
}

function protocol(message: string): Failure {
  return { class: 'protocol', message };
}
