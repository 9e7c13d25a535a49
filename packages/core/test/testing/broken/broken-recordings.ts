import type { Action } from '../../../src/index.js';
import type { ConformanceOptions } from '../../../src/testing/index.js';
import { transcriptsWithout } from '../conformance-toy.js';
import { type ToyOptions, toyAdapter } from '../toy/toy-adapter.js';
import { alterActions, alterCodec } from './alter-codec.js';
import { parsing } from './broken-adapters.js';

type Given = Partial<ConformanceOptions<ToyOptions>>;

const without = (...names: readonly string[]): Given => ({ transcripts: transcriptsWithout(...names) });
const altered = (...details: Parameters<typeof alterActions>): Given => ({
  adapter: toyAdapter(alterActions(...details)),
});

/** For every rule about recordings a way to break it and no other: a codec that is wrong, or a recording that is missing. */
export const brokenRecordings = {
  'prompt-recorded': () => without('once-echo', 'once-resume'),
  'written-as-recorded': () =>
    altered((action) =>
      action.type === 'send' && action.line.startsWith('{"type":"prompt"')
        ? { ...action, line: action.line.replace('{', '{"version":2,') }
        : action,
    ),
  'session-told': () => altered((action) => (action.type === 'session' ? [] : action)),
  'resume-recorded': () => without('once-resume'),
  'resume-keeps-session': () => ({
    adapter: parsing((codec, plan) =>
      plan.handshake === undefined
        ? codec
        : alterCodec(codec, (actions) =>
            actions.map((action): Action => (action.type === 'session' ? { type: 'session', id: 'toy-cafe' } : action)),
          ),
    ),
  }),
  'usage-never-falls': () =>
    altered((action) =>
      action.type === 'usage' ? [action, { ...action, input: Math.max(0, action.input - 1) }] : action,
    ),
  'interrupt-recorded': () =>
    altered((action) =>
      action.type === 'settled' && action.outcome === 'interrupted' ? { ...action, outcome: 'completed' } : action,
    ),
  'interrupt-verb': () => ({ adapter: { ...toyAdapter(), interrupt: (codec) => codec.interrupt?.() ?? [] } }),
  'steer-recorded': () =>
    altered((action) =>
      action.type === 'steer' && action.state === 'delivered' ? { ...action, state: 'missed' } : action,
    ),
  'approval-recorded': () => without('lines-approval'),
  'answer-decides': () => ({
    adapter: parsing((codec) => {
      const { answer } = codec;
      if (answer) codec.answer = (id) => answer.call(codec, id, true, '');
      return codec;
    }),
  }),
  'models-recorded': () => without('lines-models'),
} satisfies Record<string, () => Given>;
