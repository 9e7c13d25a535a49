import type { Flag } from './flag.js';

/** What a command's `--help` says. */
export interface CommandHelp {
  /** The whole call: `agentmount run AGENT [TASK] [FLAG…]`. */
  readonly usage: string;
  /** What it does, and what a person should know; each a paragraph. */
  readonly paragraphs: readonly string[];
  readonly flags: readonly Flag[];
  /** Further lists, such as exit codes, each with its title and rows. */
  readonly lists?: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[];
}

/** Writes a command's help, for a screen of 80 columns or more. */
export function commandHelp({ usage, paragraphs, flags, lists = [] }: CommandHelp): string {
  const flagRows = flags.map(({ name, takes, meaning }): readonly [string, string] => {
    return [takes === undefined ? `--${name}` : `--${name} ${takes}`, meaning];
  });
  const all = [...lists, ...(flagRows.length === 0 ? [] : [{ title: 'Flags', rows: flagRows }])];
  const tables = all.map(({ title, rows }) => [`${title}:`, ...table(rows)].join('\n'));
  return `${[`Usage: ${usage}`, ...paragraphs, ...tables].join('\n\n')}\n`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
