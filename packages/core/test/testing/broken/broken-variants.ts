import type { Action, Codec } from '../../../src/index.js';
import type { VariantRuleId } from '../../../src/testing/index.js';
import { alterActions, alterCodec, type Fault } from './alter-codec.js';

const COMPLETED = { type: 'settled', outcome: 'completed' } as const;

/** For every rule about variants a way to break it and no other; each makes a new fault, since one of them remembers. */
export const brokenVariants: Readonly<Record<VariantRuleId, () => Fault>> = {
  repeatable: () => {
    let made = 0;
    const louder = alterActions((action) => (action.type === 'text' ? { ...action, text: `${action.text}!` } : action));
    return (codec: Codec) => {
      made += 1;
      return made === 2 ? louder(codec) : codec;
    };
  },
  pure: () => (codec) =>
    alterCodec(codec, (actions, { call }) => (call === 'frame' && Date.now() === 0 ? [] : actions)),
  'cut-after-frame': () => (codec) => {
    let whole = false;
    return alterCodec(codec, (actions, { call, exit, running, first }) => {
      if (call === 'prompt') whole = false;
      if (call === 'frame') whole = first.endsWith('}');
      return exit?.code === 0 && running && whole ? completed(actions) : actions;
    });
  },
  'cut-inside-frame': () => (codec) => {
    let over = false;
    return alterCodec(codec, (actions, { call, frame, running }) => {
      if (call === 'exit' && over) return [];
      over = frame === 'done' && running && actions.some(({ type }) => type === 'unknown');
      return over ? [COMPLETED] : actions;
    });
  },
  'unknown-frame': () =>
    alterActions((action) =>
      action.type === 'unknown' && action.frame !== 'not JSON' && action.frame !== ''
        ? { type: 'text', channel: 'answer', text: action.frame }
        : action,
    ),
  'noise-line': () =>
    alterActions((action, { first }) =>
      action.type === 'unknown' && first.startsWith('Debugger')
        ? { type: 'text', channel: 'answer', text: first }
        : action,
    ),
  stderr: () =>
    alterActions((action, { exit }) =>
      action.type === 'settled' && exit?.stderr.startsWith('note') && action.failure
        ? { ...action, failure: { ...action.failure, class: 'auth' } }
        : action,
    ),
  'repeated-end': () => (codec) => {
    let end: string | undefined;
    return alterCodec(codec, (actions, { call, first }) => {
      const again = call === 'frame' && first === end;
      end = call === 'frame' && actions.some(({ type }) => type === 'settled') ? first : undefined;
      return again ? [...actions, { type: 'text', channel: 'answer', text: 'Again' }] : actions;
    });
  },
  'lost-end': () => (codec) => alterCodec(codec, (actions, { call }) => (call === 'lost' ? [] : actions)),
  nothing: () => (codec) => {
    let heard = false;
    return alterCodec(codec, (actions, { call, exit, running }) => {
      heard ||= call === 'frame';
      return exit?.code === 0 && running && !heard ? completed(actions) : actions;
    });
  },
};

function completed(actions: readonly Action[]): readonly Action[] {
  return actions.map((action) => (action.type === 'settled' ? COMPLETED : action));
}
