import type { Codec } from '../contract/codec.js';
import type { Action } from '../contract/event.js';
import type { Exit } from '../contract/failure.js';
import type { Image, Task } from '../contract/setup.js';
import type { TranscriptLine, TranscriptWrite } from './transcript.js';

/** One call of a codec after `open`, as data that can be printed and repeated. */
export type Step =
  | { readonly call: 'frame'; readonly line: string }
  | { readonly call: 'lost'; readonly head: string }
  | { readonly call: 'prompt'; readonly text: string; readonly images?: readonly Image[] }
  | { readonly call: 'interrupt' }
  | { readonly call: 'steer'; readonly reference: string; readonly text: string }
  | { readonly call: 'answer'; readonly id: string; readonly allow: boolean; readonly reason: string }
  | { readonly call: 'models' }
  | { readonly call: 'exit'; readonly exit: Exit };

/** Makes the call. Throws a `TypeError` when the codec has no such method. */
export function performStep(
  codec: Codec,
  step: Step,
  taskOf: (text: string, images?: readonly Image[]) => Task,
): readonly Action[] {
  switch (step.call) {
    case 'frame':
      return codec.frame(step.line);
    case 'lost':
      return codec.lost(step.head);
    case 'prompt':
      return codec.prompt(taskOf(step.text, step.images));
    case 'interrupt':
      return need(codec.interrupt, step).call(codec);
    case 'steer':
      return need(codec.steer, step).call(codec, step.reference, step.text);
    case 'answer':
      return need(codec.answer, step).call(codec, step.id, step.allow, step.reason);
    case 'models':
      return need(codec.models, step).call(codec);
    case 'exit':
      return codec.exit(step.exit);
  }
}

/**
 * The call that a line of a transcript stands for.
 * @param stderr what the agent has said on stderr before that line
 */
export function stepOf(
  line: Exclude<TranscriptLine, TranscriptWrite | { readonly err: string }>,
  stderr: string,
): Step {
  if ('out' in line) return { call: 'frame', line: line.out };
  if ('lost' in line) return { call: 'lost', head: line.lost };
  if ('exit' in line) return { call: 'exit', exit: { ...line.exit, stderr } };
  const { do: call, ...details } = line;
  return { call, ...details } as Step;
}

function need<Method>(method: Method | undefined, step: Step): Method {
  if (!method) throw new TypeError(`this codec has no method ${step.call}`);
  return method;
}
