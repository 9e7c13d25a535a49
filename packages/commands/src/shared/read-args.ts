import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** The flags of a command: whether each stands alone or takes a value. */
export type FlagTypes = Readonly<Record<string, 'boolean' | 'string'>>;

/** Words and flags of a command line. */
export interface ReadArgs<Flags extends FlagTypes> {
  readonly words: readonly string[];
  readonly flags: { readonly [Name in keyof Flags]?: Flags[Name] extends 'boolean' ? true : string };
}

/** Takes a command's words apart. Throws a {@link UsageError} for a flag that is not known, or lacks its value. */
export function readArgs<const Flags extends FlagTypes>(args: readonly string[], types: Flags): ReadArgs<Flags> {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { words: positionals, flags: { ...values } as ReadArgs<Flags>['flags'] };
  } catch (error) {
    const known = Object.keys(types).map((name) => `--${name}`);
    const [cause = ''] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${cause.replace(/\.$/, '')}; it takes ${known.join(', ')}.`);
  }
}

/** A flag's value as a whole number from `least` on; `otherwise` when it was not given. */
export function countFlag(name: string, value: string | undefined, least: number, otherwise: number): number {
  if (value === undefined) return otherwise;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (count >= least) return count;
  throw new UsageError(`--${name} must be a whole number from ${least}, and is ${JSON.stringify(value)}.`);
}
