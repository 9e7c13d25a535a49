import * as z from 'zod';
import type { LaunchPlan } from '../../../src/index.js';
import {
  type AdapterDefinition,
  type AgentAdapter,
  type Codec,
  defineAdapter,
  type Setup,
} from '../../../src/index.js';
import { type ToyOptions, toyAdapter } from '../toy/toy-adapter.js';

type Toy = AgentAdapter<ToyOptions>;

/** The toy adapter with parts of its definition replaced. */
function defined(change: (toy: Toy) => Partial<AdapterDefinition<ToyOptions>>): Toy {
  const toy = toyAdapter();
  return defineAdapter<ToyOptions>({ ...toy, ...change(toy) });
}

/** The toy adapter whose first transport launches otherwise. */
export function launching(change: (plan: LaunchPlan, setup: Setup<ToyOptions>, session?: string) => LaunchPlan): Toy {
  return defined(({ transports: [lines, ...others] }) => ({
    transports: [
      { ...lines, launch: (setup, session) => change(lines.launch(setup, session), setup, session) },
      ...others,
    ],
  }));
}

/** The toy adapter whose first transport has another codec. */
export function parsing(change: (codec: Codec, plan: LaunchPlan) => Codec): Toy {
  return defined(({ transports: [lines, ...others] }) => ({
    transports: [{ ...lines, codec: (plan) => change(lines.codec(plan), plan) }, ...others],
  }));
}

function refusing(refuses: Readonly<Record<string, string>>): Toy {
  return defined(({ transports: [lines, once] }) => ({
    transports: once ? [{ ...lines, refuses }, once] : [lines],
  }));
}

/** For every rule about what an adapter says of itself a way to break it and no other. */
export const brokenDeclarations = {
  'contract-version': () => ({ ...toyAdapter(), contract: 0 }),
  definition: () => {
    const toy = toyAdapter();
    return { ...toy, transports: [...toy.transports, ...toy.transports.slice(1)] } as Toy;
  },
  'session-form-narrow': () => defined(() => ({ sessionId: /^toy-[0-9a-f]{4,32}$|^-/ })),
  texts: () => defined(({ texts }) => ({ texts: { ...texts, danger: 'It does\nwhat it is told.' } })),
  'options-closed': () => defined(() => ({ options: z.object({ tone: z.enum(['plain', 'loud']).optional() }) })),
  'option-defaults': () => defined(() => ({ optionDefaults: [{ variable: 'TONE', option: 'tone', unset: 'soft' }] })),
  'option-possible': () =>
    defined(({ transports: [lines, once] }) => {
      const refuses = { tone: 'it has one voice' };
      return {
        transports: once
          ? [
              { ...lines, refuses },
              { ...once, refuses },
            ]
          : [{ ...lines, refuses }],
      };
    }),
  refusals: () => refusing({ systemPromptAppend: 'it has no system prompt' }),
  'own-refusal': () =>
    defined(() => ({ refuses: ({ model }) => (model === undefined ? undefined : 'no.\nNo model.') })),
  'files-absolute': () => defined(() => ({ staleFiles: () => ['settings.json'] })),
  'history-total': () =>
    defined(() => ({ history: { places: () => [], read: (line) => [JSON.parse(line)].slice(1) } })),
} satisfies Record<string, () => Toy>;

/** For every rule about what a caller says a way to break it and no other. */
export const brokenCarriers = {
  'prompt-verbatim': () =>
    parsing((codec) => {
      const { prompt } = codec;
      // What begins with a slash would be a command of the agent's own.
      codec.prompt = (task) => prompt.call(codec, { ...task, text: task.text.replace(/^\//, ' /') });
      return codec;
    }),
  'model-carried': () =>
    launching((plan) => ({ ...plan, args: plan.args.filter((word) => !word.startsWith('--model=')) })),
  'system-prompt-carried': () =>
    launching((plan) => ({
      ...plan,
      ...(plan.files && { files: { 'system.txt': plan.files['system.txt']?.split('\n')[0] ?? '' } }),
    })),
  'option-carried': () =>
    launching((plan) => ({ ...plan, args: plan.args.filter((word) => !word.startsWith('--tone=')) })),
  'images-carried': () =>
    defined(({ transports: [lines, ...others] }) => ({ transports: [{ ...lines, images: true }, ...others] })),
} satisfies Record<string, () => Toy>;
