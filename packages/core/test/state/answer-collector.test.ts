import { mkdir, open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerCollector, createAnswerCollector } from '../../src/state/answer-collector.js';
import { AnswerFiles } from '../../src/state/answer-files.js';
import { stateFolder, temporaryFolder, until } from './support.js';

function collectorOn(path: string, options: { limit?: number; excerpt?: number; turn?: string } = {}): AnswerCollector {
  return createAnswerCollector({ files: new AnswerFiles({ folder: stateFolder(path) }), turn: 't7k2', ...options });
}

async function appendAll(collector: AnswerCollector, texts: readonly string[]): Promise<void> {
  for (const text of texts) await collector.append(text);
}

async function answers(folder: string): Promise<string[]> {
  return readdir(join(folder, 'answers')).catch(() => []);
}

describe('an answer up to the limit', () => {
  test('stays in memory, whole', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder, { limit: 10 });
    for (const text of ['', 'abc', '', 'defg', 'hij']) expect(collector.append(text)).toBeUndefined();
    expect(collector.characters).toBe(10);
    expect(await collector.finish()).toEqual({ text: 'abcdefghij', characters: 10 });
    expect(await readdir(folder)).toEqual([]);
  });

  test('of nothing is empty', async () => {
    expect(await collectorOn(await temporaryFolder()).finish()).toEqual({ text: '', characters: 0 });
  });

  test('of a million pieces is put together', async () => {
    const collector = collectorOn(await temporaryFolder());
    for (let piece = 0; piece < 1_000_000; piece += 1) collector.append(String(piece % 10));
    const { text, characters, file } = await collector.finish();
    expect([text.length, characters, file]).toEqual([1_000_000, 1_000_000, undefined]);
    expect(text.slice(-20)).toBe('01234567890123456789');
  });
});

describe('a longer answer', () => {
  test('goes whole into a file for this user alone, its beginning and size into the report', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder);
    const text = 'Überall '.repeat(250_000);
    for (let at = 0; at < text.length; at += 7_919) await collector.append(text.slice(at, at + 7_919));
    const answer = await collector.finish();
    expect(answer).toEqual({
      text: text.slice(0, 20_000),
      characters: 2_000_000,
      file: join(folder, 'answers', 't7k2.md'),
    });
    expect(await readFile(answer.file ?? '', 'utf8')).toBe(text);
    expect((await stat(answer.file ?? '')).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'answers'))).mode & 0o777).toBe(0o700);
  });

  test('may come in one piece', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder, { limit: 10, excerpt: 4 });
    await collector.append('x'.repeat(3_000_000));
    const answer = await collector.finish();
    expect(answer).toMatchObject({ text: 'xxxx', characters: 3_000_000 });
    expect((await stat(answer.file ?? '')).size).toBe(3_000_000);
  });

  test('is the same in the file, wherever the pieces are cut, and no character is halved in the report', async () => {
    const folder = await temporaryFolder();
    const text = fc.string({ unit: 'grapheme', minLength: 20, maxLength: 60 });
    const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 20 });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(text, cuts, fc.nat({ max: 12 }), async (whole, places, excerpt) => {
        number += 1;
        const collector = collectorOn(folder, { limit: 12, excerpt, turn: `t${number}` });
        const sorted = [0, ...places.toSorted((a, b) => a - b), whole.length];
        await appendAll(
          collector,
          sorted.slice(1).map((place, index) => whole.slice(sorted[index], place)),
        );
        const answer = await collector.finish();
        expect(answer.characters).toBe(whole.length);
        expect(await readFile(answer.file ?? '', 'utf8')).toBe(whole);
        expect(whole.startsWith(answer.text)).toBe(true);
        expect(answer.text.isWellFormed()).toBe(true);
        expect(answer.text.length).toBeGreaterThanOrEqual(excerpt - 1);
      }),
      { numRuns: 150 },
    );
  });

  test('is written while it is produced, and asks its producer to wait when the disk is behind', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder);
    const piece = 'x'.repeat(100_000);
    let waits = 0;
    for (let number = 0; number < 300; number += 1) {
      const wait = collector.append(piece);
      if (wait) waits += 1;
      await wait;
    }
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThan(100);
    const { size } = await stat(join(folder, 'answers', 't7k2.md'));
    expect(size).toBeGreaterThan(25_000_000);
    expect((await collector.finish()).characters).toBe(30_000_000);
  });

  test('of another server’s turn with the same id is not overwritten', async () => {
    const folder = await temporaryFolder();
    const found: string[] = [];
    for (const letter of ['a', 'b', 'c']) {
      const collector = collectorOn(folder, { limit: 1 });
      await collector.append(letter.repeat(5));
      found.push(await readFile((await collector.finish()).file ?? '', 'utf8'));
    }
    expect(found).toEqual(['aaaaa', 'bbbbb', 'ccccc']);
    expect((await answers(folder)).sort()).toEqual(['t7k2-2.md', 't7k2-3.md', 't7k2.md']);
  });
});

describe('a reset', () => {
  test('drops what was said, in memory', async () => {
    const collector = collectorOn(await temporaryFolder(), { limit: 10 });
    collector.append('I will look.');
    collector.reset();
    expect(collector.characters).toBe(0);
    collector.append('Done.');
    expect(await collector.finish()).toEqual({ text: 'Done.', characters: 5 });
  });

  test('drops the file, too, also one that is being written', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder, { limit: 10 });
    for (let round = 0; round < 5; round += 1) {
      await collector.append('x'.repeat(100));
      if (round % 2) await until('a file', async () => (await answers(folder)).length > 0);
      collector.reset();
    }
    collector.append('Done.');
    expect(await collector.finish()).toEqual({ text: 'Done.', characters: 5 });
    await until('no file', async () => (await answers(folder)).length === 0);
  });

  test('begins a file of its own when the new answer is long', async () => {
    const folder = await temporaryFolder();
    const collector = collectorOn(folder, { limit: 10, excerpt: 3 });
    await collector.append('a'.repeat(100_000));
    collector.reset();
    await collector.append('b'.repeat(100_000));
    const { file, ...answer } = await collector.finish();
    expect(answer).toEqual({ text: 'bbb', characters: 100_000 });
    expect(await readFile(file ?? '', 'utf8')).toBe('b'.repeat(100_000));
    await until('the first file to go', async () => (await answers(folder)).length === 1);
  });
});

test('discard leaves nothing', async () => {
  const folder = await temporaryFolder();
  const collector = collectorOn(folder, { limit: 10 });
  await collector.append('x'.repeat(200_000));
  await collector.discard();
  expect(await answers(folder)).toEqual([]);
  collector.append('more');
  expect(await collector.finish()).toEqual({ text: '', characters: 0 });
});

describe('where no file can be made', () => {
  test('the beginning is kept up to the limit, and the notice says what was cut and why', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'state'), '');
    const collector = collectorOn(join(folder, 'state'));
    for (let number = 0; number < 30; number += 1) await collector.append('y'.repeat(100_000));
    const { notice, ...answer } = await collector.finish();
    expect(answer).toEqual({ text: 'y'.repeat(1_000_000), characters: 3_000_000 });
    expect(notice).toMatch(/has 3000000 characters; only its first 1000000 were kept.*not a folder.*make it writable/);
  });
});

describe('old answers', () => {
  test('go after seven days, and the oldest over 100', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'answers'));
    const day = 86_400;
    const now = Date.now() / 1000;
    const put = async (name: string, age: number) => {
      const path = join(folder, 'answers', name);
      await (await open(path, 'w')).close();
      await utimes(path, now - age, now - age);
    };
    await put('old.md', 8 * day);
    await put('note.txt', 9 * day);
    for (let number = 0; number < 104; number += 1) await put(`a${number}.md`, number * 60 + 60);
    const collector = collectorOn(folder, { limit: 1 });
    await collector.append('long');
    await collector.finish();
    const left = await answers(folder);
    expect(left).toHaveLength(101);
    expect(left).toEqual(expect.arrayContaining(['note.txt', 't7k2.md', 'a0.md', 'a98.md']));
    expect(left).not.toContain('a99.md');
    expect(left).not.toContain('old.md');
  });
});
