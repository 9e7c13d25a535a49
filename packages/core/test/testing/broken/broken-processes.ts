import type { AgentAdapter, Codec } from '../../../src/index.js';
import { defineAdapter } from '../../../src/index.js';
import { type ToyOptions, toyAdapter } from '../toy/toy-adapter.js';
import { launching, parsing } from './broken-adapters.js';

type Toy = AgentAdapter<ToyOptions>;

/** A codec that is right on every recording, and wrong for the process that its own adapter has launched. */
function live(change: (codec: Codec) => void): Toy {
  const marked = launching((plan) => ({ ...plan, env: { ...plan.env, LIVE: '1' } }));
  const changed = parsing((codec, plan) => {
    if (plan.env.LIVE === '1') change(codec);
    return codec;
  });
  const [{ launch }] = marked.transports;
  const [{ codec }, ...others] = changed.transports;
  return defineAdapter<ToyOptions>({
    ...marked,
    transports: [{ ...marked.transports[0], launch, codec }, ...others],
  });
}

/** For every rule about processes a way to break it and no other. */
export const brokenProcesses = {
  'process-answer': () => launching((plan) => ({ ...plan, args: ['--version', ...plan.args] })),
  // Right for the sessions that the rules about plans are tried with, wrong for the one that the agent has begun.
  'process-resume': () =>
    launching((plan, _, session) => ({
      ...plan,
      ...(session === 'toy-00c0ffee' && { handshake: { session: 'toy-cafe' } }),
    })),
  'process-unknown-session': () => ({ ...toyAdapter(), unknownSession: 'fails' }),
  'process-interrupt': () =>
    live((codec) => {
      codec.interrupt = () => [];
    }),
  'process-killed': () =>
    live((codec) => {
      const { exit } = codec;
      codec.exit = (end) =>
        exit
          .call(codec, end)
          .map((action) =>
            action.type === 'settled' ? { type: 'settled', outcome: 'completed', answer: 'Done' } : action,
          );
    }),
  'process-steer': () =>
    live((codec) => {
      codec.steer = () => [];
    }),
  'process-approval': () =>
    live((codec) => {
      codec.answer = () => [];
    }),
  'process-models': () =>
    live((codec) => {
      codec.models = () => [];
    }),
} satisfies Record<string, () => Toy>;
