import { isDeepStrictEqual } from 'node:util';
import type { AgentAdapter } from '@agentmount/core';
import type { ServerSettings } from './server-settings.js';
import type { Variable } from './variable.js';
import { settingsVariables, variablePrefix } from './variables.js';

/** One setting that is not at its default. */
export interface ChangedSetting {
  /** The whole name of its environment variable. */
  readonly name: string;
  /** The value in effect, fit to be shown: of a wrapper only the program, because its words may hold a secret. */
  readonly value: string;
  /** The default, as documentation says it. */
  readonly default: string;
}

/**
 * The settings of one adapter that are in effect and not the default, wherever they were set.
 * @param home the person's home directory, absolute
 */
export function changedSettings(
  adapter: AgentAdapter,
  settings: ServerSettings,
  home: string,
): readonly ChangedSetting[] {
  const prefix = variablePrefix(adapter);
  const values: Readonly<Record<string, unknown>> = { ...settings.runner, ...settings };
  const common = Object.entries(settingsVariables(adapter, home) as Readonly<Record<string, Variable>>).flatMap(
    ([key, described]) => {
      const value = values[key];
      if (isDeepStrictEqual(value, described.unset)) return [];
      return [{ name: prefix + described.name, value: shown(key, value), default: described.default }];
    },
  );
  const own = (adapter.optionDefaults ?? []).flatMap(({ variable, option, unset }) => {
    const value = settings.runner.options[option];
    if (value === unset) return [];
    return [{ name: prefix + variable, value: String(value), default: unset ?? `what ${adapter.name} does by itself` }];
  });
  return [...common, ...own];
}

function shown(key: string, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return key === 'wrap' ? `${value[0]} …` : value.join(',');
}
