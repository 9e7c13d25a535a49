import type { Action, Codec, Exit, Task } from '../../../src/index.js';
import { TOY_SESSION } from './toy-lines-codec.js';
import { commonEvents, doneEvents, failureOf, parseToyFrame, sentence, string, unknown } from './toy-wire.js';

/** The toy agent for one prompt, which it takes from stdin as it is. It cannot be asked anything. */
export class ToyOnceCodec implements Codec {
  readonly #session: string | undefined;
  #running = false;

  /** @param session the one to continue */
  constructor(session?: string) {
    this.#session = session;
  }

  open(): readonly Action[] {
    return [{ type: 'ready' }];
  }

  frame(line: string): readonly Action[] {
    const frame = parseToyFrame(line);
    if (!frame) return unknown(frame);
    if (!this.#running) return [];
    switch (frame.type) {
      case 'hello': {
        const id = string(frame.session);
        if (!id || !TOY_SESSION.test(id)) return [];
        const fresh = this.#session !== undefined && id !== this.#session;
        return [{ type: 'session', id, ...(fresh && { fresh }) }];
      }
      case 'started':
        return [];
      case 'done': {
        this.#running = false;
        const answer = string(frame.answer);
        return [...doneEvents(frame), { type: 'settled', outcome: 'completed', ...(answer && { answer }) }];
      }
      case 'error':
        this.#running = false;
        return [{ type: 'settled', outcome: 'failed', failure: failureOf(frame) }];
      default:
        return commonEvents(frame) ?? unknown(frame);
    }
  }

  lost(): readonly Action[] {
    return this.#fail('protocol', 'a frame that may have been the end was too long');
  }

  prompt(task: Task): readonly Action[] {
    this.#running = true;
    return [{ type: 'raw', text: task.text }, { type: 'close' }];
  }

  exit(exit: Exit): readonly Action[] {
    return this.#fail('agent', exit.stderr.trim() === '' ? 'the agent ended without an answer' : sentence(exit.stderr));
  }

  #fail(kind: 'protocol' | 'agent', message: string): readonly Action[] {
    if (!this.#running) return [];
    this.#running = false;
    return [{ type: 'settled', outcome: 'failed', failure: { class: kind, message } }];
  }
}
