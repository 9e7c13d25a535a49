import { listRunningTurns, type RunningTurn } from '@agentmount/core';
import type { CommandAgent } from './command-call.js';

/** A turn, with the path of the state that it is listed in. */
export interface FoundTurn extends RunningTurn {
  readonly statePath: string;
}

/** The turns of every live server that shares its state with one of the agents, first come first. */
export async function runningTurns(agents: readonly CommandAgent[]): Promise<readonly FoundTurn[]> {
  // Agents may share one state folder.
  const paths = [...new Set(agents.map(({ settings }) => settings.runner.statePath))];
  const names = new Set(agents.map(({ adapter }) => adapter.name));
  const found = await Promise.all(
    paths.map(async (statePath) => (await listRunningTurns(statePath)).map((turn) => ({ ...turn, statePath }))),
  );
  return found
    .flat()
    .filter(({ agent }) => names.has(agent))
    .toSorted((a, b) => a.createdAt - b.createdAt);
}
