import { findExecutable } from '@agentmount/core';
import type { CommandIo } from '../program/command-io.js';
import type { LoadedAgent } from './load-agents.js';

/** Those agents whose program is there, by their settings and the PATH. Nothing is started. */
export async function installedAgents<Agent extends LoadedAgent>(
  agents: readonly Agent[],
  { environment }: CommandIo,
): Promise<readonly Agent[]> {
  const found = await Promise.all(agents.map((agent) => isInstalled(agent, environment)));
  return agents.filter((_, index) => found[index]);
}

function isInstalled({ adapter, settings }: LoadedAgent, environment: CommandIo['environment']): Promise<boolean> {
  const { command, install } = adapter.executable;
  return findExecutable(settings.runner.bin ?? command, { environment, install }).then(
    () => true,
    () => false,
  );
}
