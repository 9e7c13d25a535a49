import { readFile } from 'node:fs/promises';

const PAGE = new URL('../../../../docs/sandbox-and-remote.md', import.meta.url);

/**
 * The value that the page on sandboxes and other machines gives a variable under a heading of its own, so that what people copy is what tests run.
 * @param name the variable as the page spells it @throws Error when the page has no such value
 */
export async function documentedValue(heading: string, name: string): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const value = section === undefined ? undefined : new RegExp(`^${name}='([^']*)'$`, 'm').exec(section)?.[1];
  if (value === undefined) throw new Error(`docs/sandbox-and-remote.md has no ${name}='…' under "${heading}"`);
  return value;
}
