import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** One environment variable as the program itself describes it. */
export interface DescribedVariable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

/** The table of variables that a program's README has to hold, made from what the program reads. */
export function variablesTable(variables: readonly DescribedVariable[]): string {
  const rows = variables.map(({ name, default: value, meaning }) => `| \`${name}\` | ${code(value)} | ${meaning} |`);
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

/** A program's README says of its variables exactly what the program does. */
export function readmeScenarios(readme: URL, variables: readonly DescribedVariable[]): void {
  it('the table of environment variables in the README is the one that the program reads', async () => {
    const text = await readFile(readme, 'utf8');
    const shown = /<!-- variables -->\n+([\s\S]*?)\n+<!-- end of variables -->/.exec(text)?.[1];
    expect(shown).toBe(variablesTable(variables));
  });
}

function code(value: string): string {
  return /^[\w~/.-]+$/.test(value) && !['unset', 'none'].includes(value) ? `\`${value}\`` : value;
}
