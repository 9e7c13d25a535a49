import { alterActions, alterCodec, type Fault } from './alter-codec.js';

/** Faults in steers, approvals and calls that come too late. */
export const brokenRequests = {
  'steer-known': (codec) =>
    alterCodec(codec, (actions, { frame }) =>
      frame === 'queued' && actions.length === 0
        ? [{ type: 'steer', reference: 'nobody', state: 'accepted' }]
        : actions,
    ),
  'steer-accepted-first': (codec) =>
    alterCodec(codec, (actions, { call, first }) =>
      call === 'steer' && actions.some(({ type }) => type === 'send')
        ? [...actions, { type: 'steer', reference: first, state: 'accepted' }]
        : actions,
    ),
  'steer-decided-once': alterActions((action) =>
    action.type === 'steer' && action.state === 'delivered' ? [action, action] : action,
  ),
  'steer-decided': alterActions((action, { call }) =>
    call !== 'steer' && action.type === 'steer' && action.state === 'missed' ? [] : action,
  ),
  'late-call-silent': (codec) =>
    alterCodec(codec, (actions, { call }) =>
      call === 'interrupt' && actions.length === 0 ? [{ type: 'send', line: '{"type":"stop"}' }] : actions,
    ),
  'late-steer-missed': alterActions((action, { call, running }) => (call === 'steer' && !running ? [] : action)),
  'approval-answerable': (codec) => {
    const { answer: _, ...rest } = alterCodec(codec, (actions) => actions);
    return rest;
  },
  'approval-in-prompt': (codec) =>
    alterCodec(codec, (actions, { frame, running, ready }) =>
      frame === 'ask' && ready && !running ? [{ type: 'approval', id: 'ask-9', tool: 'write', input: null }] : actions,
    ),
  'approval-distinct': alterActions((action) => (action.type === 'approval' ? [action, action] : action)),
  'withdrawn-open': (codec) =>
    alterCodec(codec, (actions, { call, first }) =>
      call === 'answer' ? [...actions, { type: 'withdrawn', id: first }] : actions,
    ),
  'approval-closed': alterActions((action, { call }) =>
    action.type === 'withdrawn' && call !== 'frame' ? [] : action,
  ),
} satisfies Record<string, Fault>;
