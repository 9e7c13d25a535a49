import type { CommandAgent } from './command-call.js';
import { UsageError } from './usage-error.js';

/** The agents of those names, in their order; all of them when none is named. Throws a {@link UsageError} for a name that is none. */
export function chooseAgents(agents: readonly CommandAgent[], names: readonly string[]): readonly CommandAgent[] {
  if (names.length === 0) return agents;
  return [...new Set(names)].map((name) => {
    const agent = agents.find(({ adapter }) => adapter.name === name);
    if (agent) return agent;
    const known = agents.map(({ adapter }) => adapter.name).join(', ');
    throw new UsageError(
      `there is no agent ${JSON.stringify(name)}; there ${agents.length === 1 ? 'is' : 'are'} ${known}.`,
    );
  });
}
