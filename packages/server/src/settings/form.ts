/** How the text of an environment variable becomes a value. */
export interface Form<Value> {
  /** What is allowed, to complete the sentence "it must be …". */
  readonly allowed: string;
  /** The value, or undefined when the text is not allowed; throws an `Error` that says why where that helps. The text is never empty. */
  parse(text: string): Value | undefined;
}

/** The longest time that a Node.js timer can wait: 24.8 days. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** A whole number of `unit`, from `least` to `most`. */
export function wholeNumber(unit: string, least: number, most = Number.MAX_SAFE_INTEGER): Form<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return {
    allowed: `a whole number of ${unit} ${range}`,
    parse(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

/** Milliseconds, from `least` to what a timer can wait. */
export function milliseconds(least: number, most = LONGEST_TIMER_MS): Form<number> {
  return wholeNumber('milliseconds', least, most);
}

/** One of a few words. */
export function oneOf<Word extends string>(words: readonly Word[]): Form<Word> {
  return {
    allowed: `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  };
}

/** A switch. */
export function flag(): Form<boolean> {
  const values = new Map([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ]);
  return { allowed: '1 or 0', parse: (text) => values.get(text.toLowerCase()) };
}

/** A word that will stand in an argument list, where a leading `-` would make it a flag. */
export function argument(what: string): Form<string> {
  return {
    allowed: `${what}, not beginning with "-"`,
    parse: (text) => (text.startsWith('-') ? undefined : text),
  };
}

/** A path, absolute or beginning with `~/`; `home` is put in place of the `~`. */
export function absolutePath(home: string): Form<string> {
  return {
    allowed: 'an absolute path, or one that begins with ~/',
    parse(text) {
      if (text.startsWith('~/')) return `${home}${text.slice(1)}`;
      return text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text) ? text : undefined;
    },
  };
}

/** A program: a name, an absolute path, or a path that begins with `~/`. */
export function program(home: string): Form<string> {
  return {
    allowed: 'the name or the path of a program',
    parse(text) {
      if (text.startsWith('-')) return undefined;
      return text.startsWith('~/') ? `${home}${text.slice(1)}` : text;
    },
  };
}

/** Names of environment variables, separated by commas; `*` stands for any characters. */
export function variableNames(): Form<readonly string[]> {
  return {
    allowed: 'names of environment variables separated by commas, where * stands for any characters',
    parse(text) {
      const names = text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      return names.every((name) => /^[A-Za-z0-9_*()]+$/.test(name)) ? names : undefined;
    },
  };
}
