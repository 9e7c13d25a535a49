import type { AgentAdapter } from '@agentmount/core';
import { requirementOf } from '../tools/describe-issues.js';
import { optionsShape } from '../tools/options-shape.js';
import { parseVariable, quoteValue, type Variable } from './variable.js';
import { settingsVariables } from './variables.js';

/**
 * What is wrong with a text as the value of one of an adapter's variables, to be put behind the variable's name; undefined when it
 * can be taken. For settings that come from elsewhere than the environment.
 * @param name the variable's, without its prefix @param home the person's home directory, absolute
 */
export function variableProblem(adapter: AgentAdapter, name: string, text: string, home: string): string | undefined {
  const described = Object.values(settingsVariables(adapter, home)).find((variable) => variable.name === name);
  if (described !== undefined) {
    const { value, reason } = parseVariable(described as Variable, text);
    return value === undefined ? `must be ${described.form.allowed}, but is ${quoteValue(text)}${reason}` : undefined;
  }
  const own = adapter.optionDefaults?.find(({ variable }) => variable === name);
  if (own === undefined) return `is not a variable of ${adapter.name}`;
  const issue = optionsShape(adapter)[own.option]?.safeParse(text).error?.issues[0];
  return issue === undefined ? undefined : `${requirementOf(issue)}, but is ${quoteValue(text)}`;
}
