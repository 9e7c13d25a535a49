import type { Codec } from '../contract/codec.js';
import type { Action } from '../contract/event.js';
import { actionFault } from './action-shape.js';
import { CallLog } from './call-log.js';
import { CodecState } from './codec-state.js';
import { InvariantError, type InvariantId } from './invariants.js';

export interface WatchOptions {
  /** `sessionId` of the adapter; absent: ids are not checked. */
  readonly sessionId?: RegExp;
}

/** A codec that is checked at every call, and what its actions say about it. */
export interface WatchedCodec extends Codec {
  readonly state: CodecState;
}

/**
 * Wraps a codec so that every call is checked against {@link INVARIANTS}. The wrapper has the same optional methods.
 *
 * Throws an `InvariantError` when the codec breaks a rule, and a `TypeError` when the caller does: a prompt before ready, an
 * answer to what nobody asked, any call before `open` or after `exit`. So a test of a caller can wrap its codec, too.
 */
export function watchCodec(codec: Codec, options: WatchOptions = {}): WatchedCodec {
  const log = new CallLog();
  const fail = (id: InvariantId, detail: string, cause?: unknown): never => {
    throw new InvariantError(id, detail, log.lines(), cause);
  };
  const state = new CodecState({ fail, answerable: codec.answer !== undefined, sessionId: options.sessionId });

  const ask = (call: string, details: readonly unknown[], question: () => unknown): readonly Action[] => {
    log.begin(call, details);
    let actions: unknown;
    try {
      actions = question();
    } catch (error) {
      return fail('no-throw', `${call} threw ${String(error)}`, error);
    }
    if (!Array.isArray(actions)) return fail('action-list', `${call} returned ${kindOf(actions)}`);
    log.end(actions);
    for (const action of actions) {
      const fault = actionFault(action);
      if (fault) fail('action-shape', fault);
    }
    state.take(actions);
    return actions;
  };

  const { interrupt, steer, answer, models } = codec;
  return {
    state,
    open() {
      state.opens();
      return ask('open', [], () => codec.open());
    },
    frame(line) {
      state.hears('frame');
      return ask('frame', [line], () => codec.frame(line));
    },
    lost(head) {
      state.hears('lost');
      return ask('lost', [head], () => codec.lost(head));
    },
    prompt(task) {
      state.prompts();
      return ask('prompt', [task.text], () => codec.prompt(task));
    },
    exit(exit) {
      state.exits();
      return ask('exit', [exit], () => codec.exit(exit));
    },
    ...(interrupt && {
      interrupt() {
        state.interrupts();
        return ask('interrupt', [], () => interrupt.call(codec));
      },
    }),
    ...(steer && {
      steer(reference: string, text: string) {
        state.steers(reference);
        return ask('steer', [reference, text], () => steer.call(codec, reference, text));
      },
    }),
    ...(answer && {
      answer(id: string, allow: boolean, reason: string) {
        state.answers(id);
        return ask('answer', [id, allow, reason], () => answer.call(codec, id, allow, reason));
      },
    }),
    ...(models && {
      models() {
        state.lists();
        return ask('models', [], () => models.call(codec));
      },
    }),
  };
}

function kindOf(value: unknown): string {
  if (value instanceof Promise) return 'a promise';
  return value === null ? 'null' : typeof value;
}
