import { alterActions, alterCodec, type Fault } from './alter-codec.js';

/** Faults in what a codec writes. */
export const brokenWrites = {
  'send-one-line': alterActions((action) =>
    action.type === 'send' ? { type: 'send', line: JSON.stringify(JSON.parse(action.line), null, 2) } : action,
  ),
  'write-not-blank': (codec) =>
    alterCodec(codec, (actions, { call }) => (call === 'prompt' ? [...actions, { type: 'send', line: ' ' }] : actions)),
  'write-after-close': (codec) =>
    alterCodec(codec, (actions, { call }) => (call === 'prompt' ? [{ type: 'close' }, ...actions] : actions)),
  'write-after-exit': (codec) =>
    alterCodec(codec, (actions, { call }) =>
      call === 'exit' ? [...actions, { type: 'send', line: '{"type":"stop"}' }] : actions,
    ),
} satisfies Record<string, Fault>;
