import type { AgentAdapter } from '@agentmount/core';
import {
  type ReadSettings,
  readSettings,
  variableDocuments,
  variablePrefix,
  variableProblem,
} from '@agentmount/server';
import type { CommandIo } from '../program/command-io.js';
import { nearestWord } from '../program/nearest-word.js';
import { UsageError } from '../program/usage-error.js';
import type { Configuration } from './configuration.js';
import type { AgentConfiguration } from './configuration-schema.js';

/**
 * The settings of one agent: its environment variables, and where they say nothing, what the configuration file says in their place.
 * Throws a {@link UsageError} for a value in the file that cannot be taken, because a person wrote it down to be kept to.
 */
export function configuredSettings(adapter: AgentAdapter, configuration: Configuration, io: CommandIo): ReadSettings {
  const { variables = {} } = configuration.agents.get(adapter.name) ?? {};
  const place = `${configuration.file}: agents.${adapter.name}.variables`;
  const problems = Object.entries(variables).flatMap(([name, value]) => {
    const problem = problemOf(adapter, name, textOf(value), io.home);
    return problem === undefined ? [] : [`${place}.${name} ${problem}.`];
  });
  if (problems.length > 0) throw new UsageError(...problems);
  return readSettings(adapter, { environment: layered(adapter, variables, io.environment), home: io.home });
}

type Variables = NonNullable<AgentConfiguration['variables']>;

/** The environment with the file's values where it has none. An empty variable is none, unless the adapter says that it counts. */
function layered(adapter: AgentAdapter, variables: Variables, environment: CommandIo['environment']) {
  const prefix = variablePrefix(adapter);
  const emptyCounts = new Set(
    (adapter.optionDefaults ?? []).filter(({ invalid }) => invalid !== undefined).map(({ variable }) => variable),
  );
  const added = Object.entries(variables).filter(([name]) => {
    const given = environment[prefix + name];
    return given === undefined || (given === '' && !emptyCounts.has(name));
  });
  return { ...environment, ...Object.fromEntries(added.map(([name, value]) => [prefix + name, textOf(value)])) };
}

function textOf(value: Variables[string]): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

function problemOf(adapter: AgentAdapter, name: string, text: string, home: string): string | undefined {
  const prefix = variablePrefix(adapter);
  const names = variableDocuments(adapter).map((document) => document.name.slice(prefix.length));
  if (names.includes(name)) return variableProblem(adapter, name, text, home);
  const bare = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const near = names.includes(bare)
    ? bare
    : nearestWord(
        bare,
        names.map((one) => one.toLowerCase()),
      )?.toUpperCase();
  return `is not a variable of ${adapter.name}; ${near === undefined ? `there are ${names.join(', ')}` : `write ${near}`}`;
}
