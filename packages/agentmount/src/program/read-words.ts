import type { Flag } from './flag.js';
import { nearestWord } from './nearest-word.js';
import { UsageError } from './usage-error.js';

/** A command line, taken apart. */
export interface ReadWords {
  /** What is no flag, in its order. */
  readonly words: readonly string[];
  /** Whether `--help` or `-h` was among it; nothing else has been checked then. */
  readonly asksHelp: boolean;
  has(flag: string): boolean;
  /** The value of a flag that was given. */
  value(flag: string): string | undefined;
  values(flag: string): readonly string[];
}

/**
 * Takes a command line apart: `--flag`, `--flag VALUE` or `--flag=VALUE`, words, and `--`, after which everything is a word. A single
 * `-` is a word. Throws a {@link UsageError} for a flag that is not known, lacks its value, or is given twice.
 */
export function readWords(args: readonly string[], flags: readonly Flag[]): ReadWords {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const words: string[] = [];
  const given = new Map<string, string[]>();
  const read: ReadWords = {
    words,
    asksHelp: before.some((word) => word === '--help' || word === '-h'),
    has: (flag) => given.has(flag),
    value: (flag) => given.get(flag)?.[0],
    values: (flag) => given.get(flag) ?? [],
  };
  if (read.asksHelp) return read;
  for (let index = 0; index < before.length; index += 1) {
    const word = before[index] ?? '';
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const [, name = word, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = flags.find((one) => one.name === name);
    if (flag === undefined) throw new UsageError(unknownFlag(word, flags));
    let value = '';
    if (flag.takes === undefined) {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value.`);
    } else if (inline !== undefined) value = inline;
    else {
      index += 1;
      value = takenValue(flag, before[index]);
    }
    const values = given.get(name) ?? [];
    if (values.length > 0 && flag.repeats !== true) throw new UsageError(`--${name} is given twice.`);
    given.set(name, [...values, value]);
  }
  if (end >= 0) words.push(...args.slice(end + 1));
  return read;
}

function takenValue({ name, takes }: Flag, next: string | undefined): string {
  if (next === undefined) throw new UsageError(`--${name} needs a value: --${name} ${takes}`);
  if (!next.startsWith('-') || next === '-') return next;
  throw new UsageError(`--${name} needs a value; for one that begins with "-", write --${name}=${next}`);
}

function unknownFlag(word: string, flags: readonly Flag[]): string {
  const names = ['--help', ...flags.map(({ name }) => `--${name}`)];
  const bare = word.split('=', 1)[0] ?? word;
  const near = nearestWord(bare, names);
  return near === undefined
    ? `there is no flag ${bare}; there are ${names.join(', ')}. A word that begins with "-" stands behind --.`
    : `there is no flag ${bare}; did you mean ${near}?`;
}
