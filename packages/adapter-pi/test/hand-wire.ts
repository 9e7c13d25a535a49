import type { Action, Codec, Setup, Task } from '@agentmount/core';
import { watchCodec } from '@agentmount/core/testing';
import { piAdapter } from '../src/adapter.js';
import type { PiOptions } from '../src/options.js';

const SETUP: Setup<PiOptions> = {
  transport: 'rpc',
  cwd: '/home/ada/project',
  options: {},
  approvalMs: 1000,
  machine: { platform: 'linux', home: '/home/ada', environment: {}, files: {} },
};

/** What a codec has answered: events as they are, and what it has written by its type. */
type Shown = readonly (string | Action)[];

/**
 * A codec that is fed by hand, for orders of frames that the real pi gives only now and then. The frames have the form that the
 * transcripts show; every rule of the contract is checked.
 */
export class HandWire {
  readonly codec: Codec;
  readonly #ids: string[] = [];
  readonly #setup: Setup<PiOptions>;

  constructor(given: Partial<Setup<PiOptions>> = {}, session?: string) {
    this.#setup = { ...SETUP, ...given };
    const plan = session === undefined ? piAdapter.launch(this.#setup) : piAdapter.resume(this.#setup, session);
    this.codec = watchCodec(piAdapter.parse(plan), { sessionId: piAdapter.sessionId });
  }

  /** Notes the ids of commands, and shows what is written by its type. */
  note(actions: readonly Action[]): Shown {
    return actions.map((action) => {
      if (action.type !== 'send') return action;
      const { id, type, confirmed, cancelled } = JSON.parse(action.line);
      if (type === 'extension_ui_response') return `dialog ${id} ${cancelled ? 'cancelled' : confirmed}`;
      this.#ids.push(id);
      return type;
    });
  }

  open(state: Record<string, unknown> = {}): Shown {
    this.note(this.codec.open());
    return this.reply({ sessionId: 's1', messageCount: 0, isStreaming: false, thinkingLevel: 'off', ...state });
  }

  /** Replies to the oldest command that has none; a string is why it failed. */
  reply(data: unknown = {}): Shown {
    const id = this.#ids.shift();
    const outcome = typeof data === 'string' ? { success: false, error: data } : { success: true, data };
    return this.frame({ id, type: 'response', command: 'any', ...outcome });
  }

  frame(frame: unknown): Shown {
    return this.note(this.codec.frame(JSON.stringify(frame)));
  }

  frames(...types: string[]): Shown {
    return types.flatMap((type) => this.frame({ type }));
  }

  /** The model has said a whole message. */
  say(text: string, stopReason = 'stop'): Shown {
    const content = [{ type: 'text', text }];
    return this.frame({
      type: 'message_end',
      message: { role: 'assistant', provider: 'fake', model: 'fake-1', content, stopReason },
    });
  }

  /** Another message of the user reaches the model. */
  user(): Shown {
    return this.frame({ type: 'message_start', message: { role: 'user' } });
  }

  queue(...steering: string[]): Shown {
    return this.frame({ type: 'queue_update', steering, followUp: [] });
  }

  dialog(id: string, method: string): Shown {
    return this.frame({ type: 'extension_ui_request', id, method, title: 'Sure?', message: 'ls' });
  }

  prompt(given: Partial<Task> = {}): Shown {
    return this.note(this.codec.prompt({ ...this.#setup, text: 'do it', ...given }));
  }

  steer(reference: string): Shown {
    return this.note(this.codec.steer?.(reference, `text of ${reference}`) ?? []);
  }

  interrupt(): Shown {
    return this.note(this.codec.interrupt?.() ?? []);
  }
}
