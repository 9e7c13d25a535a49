import type { AgentAdapter } from '@agentmount/core';
import { optionsShape } from '@agentmount/server';
import * as z from 'zod';
import type { Flag } from '../program/flag.js';
import type { ReadWords } from '../program/read-words.js';
import { UsageError } from '../program/usage-error.js';

/** One of an adapter's own options as a flag. */
export interface OptionFlag extends Flag {
  /** The option's name, as tools and reports have it. */
  readonly option: string;
  readonly type: 'text' | 'number' | 'switch' | 'list';
}

/**
 * The flags for an adapter's own options: `approval_mode` is `--approval-mode`.
 * @param taken names of flags that every agent has; an option of such a name gets the agent's name before it
 */
export function optionFlags(adapter: AgentAdapter, taken: readonly string[]): readonly OptionFlag[] {
  return Object.entries(optionsShape(adapter)).map(([option, schema]) => {
    const bare = flagName(option);
    const { type, words, description } = describe(schema);
    const meaning = [description, words && `(${words})`].filter(Boolean).join(' ');
    return {
      option,
      type,
      name: taken.includes(bare) ? `${adapter.name}-${bare}` : bare,
      meaning: meaning || `the option ${option} of ${adapter.title}`,
      ...(type === 'switch' ? {} : { takes: TAKES[type] }),
      ...(type === 'list' ? { repeats: true } : {}),
    };
  });
}

/** The options that were given, for the adapter's own schema to judge. Throws a {@link UsageError} for what is no number. */
export function readOptions(read: ReadWords, flags: readonly OptionFlag[]): Readonly<Record<string, unknown>> {
  const given = flags.filter(({ name }) => read.has(name));
  return Object.fromEntries(given.map((flag) => [flag.option, optionValue(read, flag)]));
}

/** An argument's name as a flag's. */
export function flagName(argument: string): string {
  return argument.replaceAll('_', '-');
}

const TAKES = { text: 'TEXT', number: 'NUMBER', list: 'TEXT' } as const;

function optionValue(read: ReadWords, { name, type }: OptionFlag): unknown {
  if (type === 'switch') return true;
  if (type === 'list') return read.values(name);
  const text = read.value(name) ?? '';
  if (type === 'text') return text;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new UsageError(`--${name} must be a number, but is ${JSON.stringify(text)}.`);
}

function describe(schema: z.ZodType) {
  const { type, enum: values, description } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = { boolean: 'switch', integer: 'number', number: 'number', array: 'list' } as const;
  const kind: OptionFlag['type'] = types[type as keyof typeof types] ?? 'text';
  return { type: kind, words: values?.join(', '), description: description?.replace(/\.$/, '') };
}
