import type { Codec, LaunchPlan } from '@agentmount/core';
import { parseFields } from '@agentmount/core';
import { classifyExit } from './failures.js';
import type { Handshake } from './launch.js';
import { createTranslator } from './translate.js';

/**
 * The wire of a one-shot run (qwen 0.24.4): the prompt on stdin up to its end, frames on stdout, one prompt per process. qwen adds two
 * line ends to the prompt. It reads nothing else, so that there is no stop and no question on this wire.
 */
export function createPrintCodec(plan: LaunchPlan): Codec {
  const handshake = plan.handshake as Handshake;
  const translator = createTranslator(handshake);
  let gone = false;

  return {
    open() {
      return [...translator.session(handshake.session ?? handshake.preset ?? ''), { type: 'ready' }];
    },

    frame(text) {
      if (gone) return [];
      const frame = parseFields(text);
      return frame === undefined ? [{ type: 'unknown', frame: 'not JSON' }] : translator.frame(frame);
    },

    lost(head) {
      return gone ? [] : translator.lost(head);
    },

    prompt(task) {
      return [...translator.begin(task.text), { type: 'raw', text: task.text }, { type: 'close' }];
    },

    exit(exit) {
      if (gone) return [];
      gone = true;
      return translator.settle({ outcome: 'failed', failure: classifyExit(exit) });
    },
  };
}
