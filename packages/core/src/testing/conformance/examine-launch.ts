import type { Setup } from '../../contract/setup.js';
import { findLaunchFaults } from '../check-launch.js';
import { bareSetup } from './bare-setup.js';
import { optionSamples } from './option-samples.js';
import type { Subject } from './subject.js';
import { Verdicts } from './verdict.js';

/** Makes plans for bare setups, for setups with everything, for each value of each option, and for the author's own. */
export function examineLaunch<Options>(subject: Subject<Options>): Verdicts {
  const { adapter, given } = subject;
  const found = new Verdicts();
  const setups = [...(given.setups ?? []), ...sampleSetups(subject)];
  for (const fault of findLaunchFaults({ adapter, sessions: given.sessions, setups })) {
    found.fail(fault.id, fault.message);
  }
  return found;
}

function sampleSetups<Options>({ adapter, given }: Subject<Options>): readonly Setup<Options>[] {
  const samples = optionSamples(adapter, given.samples ?? {});
  return adapter.transports.flatMap((transport) =>
    samples
      .filter(({ name }) => !(name in (transport.refuses ?? {})))
      .flatMap(({ name, values }) =>
        values.map((value) => ({
          ...bareSetup(adapter, transport),
          options: adapter.options.parse({ [name]: value }),
        })),
      )
      // What the adapter refuses never comes to a launch.
      .filter((setup) => adapter.refuses?.(setup) === undefined),
  );
}
