import type { Codec, LaunchPlan } from '@agentmount/core';
import { classifyExit } from './failures.js';
import type { Handshake } from './launch.js';
import { createTranslator } from './translate.js';
import { parseFrame } from './wire.js';

/** The wire of a one-shot run (qwen 0.24.4): the prompt on stdin up to its end, frames on stdout, one prompt per process. */
export function createPrintCodec(plan: LaunchPlan): Codec {
  const handshake = plan.handshake as Handshake;
  const translator = createTranslator({
    mode: handshake.mode,
    ...(handshake.session === undefined ? {} : { session: handshake.session }),
    ...(handshake.tools === undefined ? {} : { tools: handshake.tools }),
  });
  const known = handshake.session ?? handshake.preset;
  let gone = false;

  return {
    open() {
      return [...(known === undefined ? [] : translator.session(known)), { type: 'ready' }];
    },
    frame(line) {
      if (gone) return [];
      const frame = parseFrame(line);
      return frame === undefined ? [{ type: 'unknown', frame: 'not JSON' }] : translator.frame(frame);
    },
    lost(head) {
      return gone ? [] : translator.lost(head);
    },
    prompt(task) {
      translator.begin(task.text);
      return [{ type: 'raw', text: task.text }, { type: 'close' }];
    },
    exit(exit) {
      if (gone) return [];
      gone = true;
      return translator.settle({ outcome: 'failed', failure: classifyExit(exit) });
    },
  };
}
