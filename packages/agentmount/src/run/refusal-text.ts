import type { AgentAdapter, Refusal } from '@agentmount/core';
import { flagName, optionFlags } from './option-flags.js';
import { argumentFlags, runFlags } from './run-flags.js';

/** A refusal in the words of this command line: an argument that it begins with is named as the flag that set it. */
export function refusalText({ message }: Refusal, adapter: AgentAdapter): string {
  const [, argument, rest] = /^([a-z_]+): (.*)$/s.exec(message) ?? [];
  if (argument === undefined || rest === undefined) return message;
  const common = argumentFlags[argument] ?? flagName(argument);
  if (common === 'TASK') return `the task ${rest}`;
  const names = runFlags.map(({ name }) => name);
  const own = optionFlags(adapter, names).find(({ option }) => option === argument)?.name;
  const name = own ?? (names.includes(common) ? common : undefined);
  return name === undefined ? message : `--${name}: ${rest}`;
}
