import type { AgentAdapter } from '@agentmount/core';
import type { ReadSettings } from '@agentmount/server';
import type { Configuration } from '../configuration/configuration.js';
import { configuredSettings } from '../configuration/configured-settings.js';
import type { CommandIo } from '../program/command-io.js';
import { builtInAgents } from './built-in-agents.js';
import { findAdapter } from './find-adapter.js';

/** An agent with its settings, whatever they are worth: what is wrong with them stands beside them. */
export interface KnownAgent extends ReadSettings {
  readonly adapter: AgentAdapter;
}

/**
 * Every agent that can be named: those that the program brings along, and those of the configuration file. Throws a `UsageError` for
 * one that cannot be loaded.
 */
export async function everyAgent(configuration: Configuration, io: CommandIo): Promise<readonly KnownAgent[]> {
  const names = [...new Set([...builtInAgents.keys(), ...configuration.agents.keys(), ...configuration.serve])];
  const adapters = await Promise.all(names.map((name) => findAdapter(name, configuration, io.home)));
  return adapters.map((adapter) => ({ adapter, ...configuredSettings(adapter, configuration, io) }));
}
