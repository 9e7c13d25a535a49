import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPrinted, printedTexts } from '../../docs/printed-texts.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((path) => !/node_modules|testkit/.test(path));
const texts = sources.flatMap((path) => printedTexts(join(root, path)));

/** The parts of the page that are about one sentence: the sentence, and what stands below it. */
function entries(): { sentence: string; body: string }[] {
  const page = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8');
  return page
    .split(/^#{2,3} /m)
    .filter((part) => part.startsWith('`'))
    .map((part) => {
      const [heading = '', ...body] = part.split('\n');
      return { sentence: heading.replace(/^`(.*)`$/, '$1'), body: body.join('\n') };
    });
}

describe('the page about trouble', () => {
  it.each(entries())('quotes what the programs print: $sentence', ({ sentence, body }) => {
    expect(isPrinted(sentence, texts), 'no text in packages/*/src holds this sentence any more').toBe(true);
    expect(body).toMatch(/^\*\*Do:\*\* /m);
  });

  it('has enough words in each sentence to be found by', () => {
    const short = entries().filter(({ sentence }) => (sentence.match(/[A-Za-z_]{2,}/g) ?? []).length < 2);
    expect(short.map(({ sentence }) => sentence)).toEqual([]);
  });

  it('says no sentence twice', () => {
    const sentences = entries().map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe('the texts of a source file', () => {
  it('are whole where they are added up, hold ellipses for what is put in, and never a comment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agentmount-texts-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'sample.ts');
    await writeFile(
      file,
      [
        '// not a text',
        'export const sample = (a: string, b: string) =>',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template
        '  `one ${a}${b} two ` + ("three " + a) + \'four\';',
      ].join('\n'),
    );
    const own = printedTexts(file);
    expect(isPrinted('one … two three …four', own)).toBe(true);
    expect(isPrinted('not a text', own)).toBe(false);
    expect(isPrinted('one two', own)).toBe(false);
  });
});
