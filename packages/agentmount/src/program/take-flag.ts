import type { Flag } from './flag.js';
import { UsageError } from './usage-error.js';

/**
 * Takes one flag out of a command line of which the other flags are not known yet. Throws a {@link UsageError} when its value is missing.
 * @returns the flag's value, when it is there, and the other words
 */
export function takeFlag(
  args: readonly string[],
  { name, takes }: Flag,
): { readonly value?: string; readonly rest: readonly string[] } {
  const end = args.indexOf('--');
  const isFlag = (word: string) => word === `--${name}` || word.startsWith(`--${name}=`);
  const before = end < 0 ? args : args.slice(0, end);
  const at = before.findIndex(isFlag);
  if (at < 0) return { rest: args };
  if (before.findLastIndex(isFlag) !== at) throw new UsageError(`--${name} is given twice.`);
  const word = args[at] ?? '';
  const isInline = word !== `--${name}`;
  const value = isInline ? word.slice(name.length + 3) : args[at + 1];
  if (value === undefined || (!isInline && value.startsWith('-'))) {
    throw new UsageError(`--${name} needs a value: --${name} ${takes}`);
  }
  return { value, rest: args.toSpliced(at, isInline ? 1 : 2) };
}
