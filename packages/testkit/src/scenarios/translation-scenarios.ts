import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { codeBlocks } from './readme-parts.js';

/** Two languages of one page say the same: the same sections, tables and examples, each linked from the other. */
export function translationScenarios(original: URL, translation: URL): void {
  const read = async () => [await readFile(original, 'utf8'), await readFile(translation, 'utf8')] as const;

  it('has the sections of the original, in its order', async () => {
    const [first, second] = await read();
    expect(outline(second)).toEqual(outline(first));
  });

  it('has the examples of the original, letter by letter', async () => {
    const [first, second] = await read();
    expect(codeBlocks(second)).toEqual(codeBlocks(first));
  });

  it('has the rows of the tables of the original', async () => {
    const [first, second] = await read();
    expect(rows(second)).toEqual(rows(first));
  });

  it('names the same variables, tools, arguments and links outside the tables', async () => {
    const [first, second] = await read();
    expect(words(second)).toEqual(words(first));
  });

  it('is linked from the original, and links back', async () => {
    const [first, second] = await read();
    expect(first).toContain(`](${nameOf(translation)})`);
    expect(second).toContain(`](${nameOf(original)})`);
  });
}

/** The depths of the headings. */
function outline(text: string): number[] {
  return [...withoutCode(text).matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
}

/** The rows of all tables: how many cells, and the first one where it is code, which no language changes. */
function rows(text: string): string[] {
  return [...withoutCode(text).matchAll(/^\|.*\|$/gm)].map(([row]) => {
    const cells = row.slice(1, -1).split('|');
    const first = cells[0]?.trim() ?? '';
    return `${cells.length} ${first.startsWith('`') ? first : ''}`.trim();
  });
}

/** What stands in the letters of code, and the targets of links, without order: sentences are built otherwise. */
function words(text: string): string[] {
  const plain = withoutCode(text).replaceAll(/^\|.*\|$/gm, '');
  const links = [...plain.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const others = links.filter((target) => !/README[.\w]*\.md$/.test(target));
  const codes = [...plain.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...new Set([...codes, ...others])].sort();
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

function nameOf(url: URL): string {
  return url.pathname.split('/').at(-1) ?? '';
}
