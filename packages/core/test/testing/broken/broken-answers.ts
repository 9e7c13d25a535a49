import { alterActions, alterCodec, type Fault } from './alter-codec.js';

/** Faults in the form of what a codec answers. */
export const brokenAnswers = {
  'no-throw': (codec) =>
    alterCodec(codec, (actions, { call, first }) =>
      call === 'frame' ? [...actions, JSON.parse(first)].slice(0, -1) : actions,
    ),
  'action-list': (codec) =>
    alterCodec(codec, (actions, { call }) => (call === 'interrupt' && actions.length === 0 ? undefined : actions)),
  'action-shape': alterActions((action) => (action.type === 'tool' ? { ...action, title: 'Write' } : action)),
  'answer-not-on-failed': alterActions((action) =>
    action.type === 'settled' && action.failure ? { ...action, answer: '[API error]' } : action,
  ),
  'failure-given': alterActions((action) =>
    action.type === 'settled' && action.outcome === 'failed' ? { type: 'settled', outcome: 'failed' } : action,
  ),
  'failure-class': alterActions((action) =>
    action.type === 'settled' && action.failure
      ? { ...action, failure: { ...action.failure, class: 'crash' } }
      : action,
  ),
  'failure-message': alterActions((action) =>
    action.type === 'settled' && action.failure
      ? { ...action, failure: { ...action.failure, message: `${action.failure.message}.` } }
      : action,
  ),
  'text-not-empty': alterActions((action) => (action.type === 'text' ? [action, { ...action, text: '' }] : action)),
  'tool-id': alterActions((action) => (action.type === 'tool' ? { ...action, id: '' } : action)),
  figures: alterActions((action) => (action.type === 'usage' ? { ...action, input: Number.NaN } : action)),
  'session-form': alterActions((action) => (action.type === 'session' ? { ...action, id: '--resume' } : action)),
} satisfies Record<string, Fault>;
