/** One environment variable as the program itself describes it. */
export interface DescribedVariable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

/** How a table of variables is written in a language. */
export interface VariablesLanguage {
  /** The heads of the first two columns. */
  readonly heads: readonly [variable: string, value: string];
  /** Translates a default that is words, and a meaning. Throws for one that it does not know. */
  translate(text: string): string;
}

/** The language of the programs themselves. */
export const ENGLISH: VariablesLanguage = { heads: ['variable', 'default'], translate: (text) => text };

/** The table of variables that a program's README has to hold, made from what the program reads. */
export function variablesTable(variables: readonly DescribedVariable[], language: VariablesLanguage = ENGLISH): string {
  const { heads, translate } = language;
  const rows = variables.map(({ name, default: value, meaning }) => {
    const shown = isValue(value) ? `\`${value}\`` : translate(value);
    return `| \`${name}\` | ${shown} | ${translate(meaning)} |`;
  });
  return [`| ${heads.join(' | ')} | |`, '|---|---|---|', ...rows].join('\n');
}

function isValue(value: string): boolean {
  return /^[\w~/.-]+$/.test(value) && !['unset', 'none'].includes(value);
}
