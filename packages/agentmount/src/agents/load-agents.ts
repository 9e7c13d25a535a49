import type { AgentAdapter } from '@agentmount/core';
import type { ServerSettings } from '@agentmount/server';
import type { Configuration } from '../configuration/configuration.js';
import { configuredSettings } from '../configuration/configured-settings.js';
import type { CommandIo } from '../program/command-io.js';
import { UsageError } from '../program/usage-error.js';
import { findAdapter } from './find-adapter.js';

/** An agent that can be used: how it is driven, and under which settings. */
export interface LoadedAgent {
  readonly adapter: AgentAdapter;
  readonly settings: ServerSettings;
}

/**
 * Loads the agents that words name, with their settings. Throws a {@link UsageError} for an agent that is not there, one that is named
 * twice, and a setting that nothing safe can be put in place of.
 * @param log gets a sentence for each variable that was not taken as it stands
 */
export async function loadAgents(
  words: readonly string[],
  configuration: Configuration,
  io: CommandIo,
  log: (line: string) => void,
): Promise<readonly LoadedAgent[]> {
  const found = new Map<string, AgentAdapter>();
  for (const adapter of await Promise.all(words.map((word) => findAdapter(word, configuration, io.home)))) {
    if (found.has(adapter.name)) throw new UsageError(`the agent ${adapter.name} is named twice.`);
    found.set(adapter.name, adapter);
  }
  return [...found.values()].map((adapter) => {
    const { settings, problems, fatal } = configuredSettings(adapter, configuration, io);
    for (const problem of problems) log(problem);
    if (fatal.length > 0) throw new UsageError(...fatal);
    return { adapter, settings };
  });
}
