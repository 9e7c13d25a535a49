import type { AgentAdapter } from '@agentmount/core';
import type { ReadSettings } from '@agentmount/server';
import type { Configuration } from '../configuration/configuration.js';
import { configuredSettings } from '../configuration/configured-settings.js';
import type { CommandIo } from '../program/command-io.js';
import { UsageError } from '../program/usage-error.js';
import { builtInAgents } from './built-in-agents.js';
import { findAdapter } from './find-adapter.js';

/** An agent with its settings, whatever they are worth: what is wrong with them stands beside them. */
interface KnownAgent extends ReadSettings {
  readonly adapter: AgentAdapter;
}

/** The agents that can be used, and a sentence for everything that keeps another one from being used. */
export interface EveryAgent {
  readonly agents: readonly KnownAgent[];
  readonly problems: readonly string[];
}

/**
 * Every agent that can be named: those that the program brings along, and those of the configuration file. One that cannot be used
 * does not stand in the way of the others: what runs must be seen and stopped also while a package is broken.
 */
export async function everyAgent(configuration: Configuration, io: CommandIo): Promise<EveryAgent> {
  const names = [...new Set([...builtInAgents.keys(), ...configuration.agents.keys(), ...configuration.serve])];
  const problems: string[] = [];
  const known = new Map<string, KnownAgent>();
  for (const found of await Promise.allSettled(names.map((name) => know(name, configuration, io)))) {
    if (found.status === 'fulfilled') known.set(found.value.adapter.name, found.value);
    else if (found.reason instanceof UsageError) problems.push(...found.reason.problems);
    else throw found.reason;
  }
  return { agents: [...known.values()], problems };
}

async function know(name: string, configuration: Configuration, io: CommandIo): Promise<KnownAgent> {
  const adapter = await findAdapter(name, configuration, io.home);
  return { adapter, ...configuredSettings(adapter, configuration, io) };
}
