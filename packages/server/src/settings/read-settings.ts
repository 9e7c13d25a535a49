import type { AgentAdapter, OptionDefault } from '@agentmount/core';
import { optionsShape } from '../tools/options-shape.js';
import type { ServerSettings } from './server-settings.js';
import { parseVariable, quoteValue, type ValueOf, type Variable } from './variable.js';
import { NO_CEILING_MS, settingsVariables, variablePrefix } from './variables.js';

/** What was read, and what a person should know about it. */
export interface ReadSettings {
  readonly settings: ServerSettings;
  /** One sentence for each variable that was not taken as it stands. */
  readonly problems: readonly string[];
  /** One sentence for each variable that no fallback is safe for: the server must not start. */
  readonly fatal: readonly string[];
}

/** The environment and home directory that settings are read from. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The person's home directory, absolute. */
  readonly home: string;
}

/**
 * Reads the environment variables of one adapter. An empty value counts as unset; one that is not allowed is named in
 * `problems` and the default taken. Never throws.
 */
export function readSettings(adapter: AgentAdapter, source: SettingsSource): ReadSettings {
  const prefix = variablePrefix(adapter);
  const problems: string[] = [];
  const fatal: string[] = [];
  const variables = settingsVariables(adapter, source.home);

  const read = (described: Variable): unknown => {
    const text = source.environment[prefix + described.name] ?? '';
    if (text === '') return described.unset;
    const { value, reason } = parseVariable(described, text);
    if (value !== undefined) return value;
    const problem = `${prefix}${described.name} must be ${described.form.allowed}, but is ${quoteValue(text)}${reason}`;
    if (described.fatal) {
      fatal.push(`${problem}; nothing is started, because leaving it out would be less safe.`);
      return described.unset;
    }
    const taken = described.invalid === undefined ? described.default : JSON.stringify(described.invalid);
    problems.push(`${problem}; taken instead: ${taken}.`);
    return described.invalid ?? described.unset;
  };
  const values = Object.fromEntries(
    Object.entries(variables).map(([key, described]) => [key, read(described as Variable)]),
  ) as { readonly [Key in keyof typeof variables]: ValueOf<(typeof variables)[Key]> };

  const options = readOptions(adapter, source.environment, problems);
  problems.push(...unknownVariables(adapter, source.environment, Object.values(variables)));

  const { bin, model, transport, maxOutput, environmentAllow, maxTimeoutMs, maxFrame, waitMs, approvals, ...rest } =
    values;
  return {
    settings: {
      runner: {
        ...rest,
        options,
        maxTimeoutMs: maxTimeoutMs === 0 ? NO_CEILING_MS : maxTimeoutMs,
        ...given({ bin, model, transport, maxOutput, environmentAllow }),
      },
      maxFrame,
      approvals,
      ...given({ waitMs }),
    },
    problems,
    fatal,
  };
}

function readOptions(
  adapter: AgentAdapter,
  environment: SettingsSource['environment'],
  problems: string[],
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const described of adapter.optionDefaults ?? []) {
    const value = readOption(adapter, described, environment, problems);
    if (value !== undefined) options[described.option] = value;
  }
  return options;
}

function readOption(
  adapter: AgentAdapter,
  described: OptionDefault,
  environment: SettingsSource['environment'],
  problems: string[],
): string | undefined {
  const name = variablePrefix(adapter) + described.variable;
  const text = environment[name];
  const emptyIsInvalid = described.invalid !== undefined;
  if (text === undefined || (text === '' && !emptyIsInvalid)) return described.unset;
  const schema = optionsShape(adapter)[described.option];
  if (text !== '' && schema?.safeParse(text).success) return text;
  const taken = emptyIsInvalid ? described.invalid : described.unset;
  const reason = text === '' ? 'is empty' : `does not allow ${quoteValue(text)}`;
  problems.push(`${name} ${reason}; taken instead: ${taken ?? `what ${adapter.name} does by itself`}.`);
  return taken;
}

function unknownVariables(
  adapter: AgentAdapter,
  environment: SettingsSource['environment'],
  variables: readonly { readonly name: string }[],
): string[] {
  const prefix = variablePrefix(adapter);
  const known = new Set([
    ...variables.map((described) => described.name),
    ...(adapter.optionDefaults ?? []).map((described) => described.variable),
  ]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.has(name.slice(prefix.length)))
    .map((name) => `${name} is not a variable of this server and has no effect.`);
}

type Given<Values> = { -readonly [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** The fields that have a value: an absent one is left out, never set to undefined. */
function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
}
