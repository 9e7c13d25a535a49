import type { AgentAdapter, Codec } from '../../../src/index.js';
import type { ConformanceOptions, RequirementId } from '../../../src/testing/index.js';
import { type ToyOptions, toyAdapter } from '../toy/toy-adapter.js';
import { alterActions, alterCodec } from './alter-codec.js';
import { brokenCarriers, brokenDeclarations } from './broken-adapters.js';
import { brokenCodecs } from './broken-codecs.js';
import { brokenLaunches } from './broken-launches.js';
import { brokenProcesses } from './broken-processes.js';
import { brokenRecordings } from './broken-recordings.js';
import { brokenVariants } from './broken-variants.js';

type Given = Partial<ConformanceOptions<ToyOptions>>;
type Toy = AgentAdapter<ToyOptions>;

/** For every requirement what an author would give who has broken it and no other. A requirement without one does not compile. */
export const brokenConformance: Readonly<Record<RequirementId, () => Given>> = {
  ...each(brokenDeclarations, (broken) => ({ adapter: broken() })),
  ...each(brokenLaunches, ([first]) => ({ adapter: first as Toy })),
  ...each(brokenCodecs, (fault) => ({ adapter: toyAdapter(fault) })),
  ...each(brokenVariants, (fault) => ({ adapter: toyAdapter(fault()) })),
  repeatable: () => ({ adapter: toyAdapter(louderTheThirdTime()) }),
  // Its first fault makes codecs of different kinds, which is found by more than one rule.
  'parse-plan': () => ({ adapter: brokenLaunches['parse-plan'][1] as Toy }),
  ...each(brokenCarriers, (broken) => ({ adapter: broken() })),
  ...each(brokenRecordings, (broken) => broken()),
  ...each(brokenProcesses, (broken) => ({ adapter: broken() })),
};

function each<Id extends string, Broken>(
  all: Readonly<Record<Id, Broken>>,
  give: (broken: Broken) => Given,
): Record<Id, () => Given> {
  const entries = Object.entries(all) as [Id, Broken][];
  return Object.fromEntries(entries.map(([id, broken]) => [id, () => give(broken)])) as Record<Id, () => Given>;
}

/** Louder directly after the frames of a process have been heard for the second time: state that outlives a codec. */
function louderTheThirdTime(): (codec: Codec) => Codec {
  const heard = new Map<string, number>();
  let before = '';
  const louder = alterActions((action) => (action.type === 'text' ? { ...action, text: `${action.text}!` } : action));
  return (codec) => {
    const changed = heard.get(before) === 2 ? louder(codec) : codec;
    let frames = '';
    return alterCodec(changed, (actions, { call, first, exit }) => {
      frames += call === 'frame' ? `${first}\n` : call;
      if (exit && frames.includes('"done"')) {
        before = `${frames}${exit.code}${exit.stderr}`;
        heard.set(before, (heard.get(before) ?? 0) + 1);
      }
      return actions;
    });
  };
}
