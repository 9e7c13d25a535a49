import type { AgentAdapter } from '@agentmount/core';
import { clause } from '../texts/clause.js';
import { optionsShape } from '../tools/options-shape.js';
import { settingsVariables, variablePrefix } from './variables.js';

/** One environment variable as documentation shows it. */
export interface VariableDocument {
  /** The whole name. */
  readonly name: string;
  readonly default: string;
  /** What it is for, as one sentence. */
  readonly meaning: string;
}

/** Every environment variable of one adapter, the adapter's own options among them. */
export function variableDocuments(adapter: AgentAdapter): readonly VariableDocument[] {
  const prefix = variablePrefix(adapter);
  const common = Object.values(settingsVariables(adapter, '~')).map((described) => ({
    name: prefix + described.name,
    default: described.default,
    meaning: described.meaning,
  }));
  const shape = optionsShape(adapter);
  const own = (adapter.optionDefaults ?? []).map(({ variable, option, unset, invalid }) => ({
    name: prefix + variable,
    default: unset ?? `what ${adapter.name} does by itself`,
    meaning: [
      `Default of ${option}.`,
      sentence(shape[option]?.description),
      invalid === undefined ? undefined : `Invalid or empty means ${invalid}.`,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  }));
  return [...common, ...own];
}

function sentence(description: string | undefined): string | undefined {
  return description === undefined ? undefined : `${clause(description)}.`;
}
