import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'examples');

/** The names of all example files. */
export function exampleNames(): string[] {
  return readdirSync(folder).sort();
}

/** The text of an example file. */
function exampleText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Placeholders look like `{{NODE}}`. */
const placeholder = /\{\{([A-Z0-9_]+)\}\}/g;

/** The placeholders of an example file. */
export function placeholders(name: string): string[] {
  return [...new Set([...exampleText(name).matchAll(placeholder)].map(([, found = '']) => found))].sort();
}

/**
 * An example file with every placeholder replaced, parsed.
 * @throws Error when a placeholder has no value
 */
export function substituteExample(name: string, values: Readonly<Record<string, string>>): unknown {
  const text = exampleText(name).replace(placeholder, (_, found: string) => {
    const value = values[found];
    if (value === undefined) throw new Error(`${name} has the placeholder ${found}, which has no value.`);
    return JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(text);
}
