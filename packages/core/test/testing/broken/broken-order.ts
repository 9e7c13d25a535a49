import type { Action } from '../../../src/index.js';
import { alterActions, alterCodec, type Fault } from './alter-codec.js';

/** Faults in when a codec says ready and settled, and in what order with the rest. */
export const brokenOrder = {
  'settled-once': (codec) => {
    let end: string | undefined;
    return alterCodec(codec, (actions, { call, first }) => {
      const again = call === 'frame' && first === end;
      end = call === 'frame' && actions.some(({ type }) => type === 'settled') ? first : undefined;
      return again ? [...actions, { type: 'settled', outcome: 'completed' }] : actions;
    });
  },
  'settled-outside': alterActions((action, { ready }) =>
    action.type === 'settled' && !ready ? { type: 'settled', outcome: 'interrupted' } : action,
  ),
  'ready-outside-prompt': (codec) =>
    alterCodec(codec, (actions, { call }) => (call === 'prompt' ? [...actions, { type: 'ready' }] : actions)),
  'ready-once': alterActions((action, { running }) =>
    action.type === 'ready' && !running ? [action, action] : action,
  ),
  'ready-with-settled': (codec) => {
    let owed: readonly Action[] = [];
    return alterCodec(codec, (actions, { running, call }) => {
      const before = call === 'frame' ? owed : [];
      if (call === 'frame') owed = [];
      if (!running || !actions.some(({ type }) => type === 'settled')) return [...before, ...actions];
      owed = actions.filter(({ type }) => type === 'ready');
      return actions.filter(({ type }) => type !== 'ready');
    });
  },
  'settled-last': (codec) =>
    alterCodec(codec, (actions) => [
      ...actions.filter(({ type }) => type !== 'usage'),
      ...actions.filter(({ type }) => type === 'usage'),
    ]),
  'session-before-usage': alterActions((action) =>
    action.type === 'usage' ? [action, { type: 'session', id: 'toy-beef' }] : action,
  ),
  'models-asked': (codec) =>
    alterCodec(codec, (actions, { frame, running }) =>
      frame === 'started' && running ? [...actions, { type: 'models', models: [] }] : actions,
    ),
  'exit-actions': (codec) =>
    alterCodec(codec, (actions, { call }) =>
      call === 'exit' ? [{ type: 'text', channel: 'answer', text: 'Bye' }, ...actions] : actions,
    ),
} satisfies Record<string, Fault>;
