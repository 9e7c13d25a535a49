import { appendFile, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linesBackward } from '../../src/history/lines-backward.js';
import { type HistoryRequest, isSessionStored, readHistory } from '../../src/history/read-history.js';
import type { HistoryItem, HistoryReader } from '../../src/index.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Lines such as `u:hello` and `t:shell=ls`; one line may hold several, parted by `|`. */
const reader: HistoryReader = {
  places: () => [],
  read: (line) =>
    line.split('|').flatMap((part): readonly HistoryItem[] => {
      const [kind, text = ''] = part.split(/:(.*)/s);
      if (kind === 'u') return [{ role: 'user', text }];
      if (kind === 'a') return [{ role: 'assistant', text }];
      if (kind === 't') return [{ role: 'tool', tool: 'shell', text }];
      return [];
    }),
};

const page = (more: Partial<HistoryRequest> = {}) =>
  readHistory(reader, [{ folder, matches: (name) => name === 's.jsonl' }], {
    session: 's',
    limit: 50,
    maxChars: 4000,
    includeTools: true,
    ...more,
  });
const texts = async (more?: Partial<HistoryRequest>) => (await page(more)).items.map((item) => item.text);

describe('readHistory', () => {
  it('gives the newest page first and leads to the older ones, nothing twice and nothing lost', async () => {
    const said = Array.from({ length: 23 }, (_, index) =>
      index % 4 === 3 ? `a:x${index}|a:y${index}` : `u:x${index}`,
    );
    await writeFile(join(folder, 's.jsonl'), `${said.join('\n')}\n`);
    const all = reader.read(said.join('|')).map((item) => item.text);
    for (const limit of [1, 2, 3, 7, 50]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const next = await page({ limit, ...(cursor !== undefined && { cursor }) });
        expect(next.items.length).toBeLessThanOrEqual(limit);
        seen.unshift(...next.items.map((item) => item.text));
        cursor = next.cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(all);
    }
  });

  it('keeps a cursor right while the session goes on', async () => {
    await writeFile(join(folder, 's.jsonl'), 'u:1\na:2\nu:3\na:4\n');
    const { cursor } = await page({ limit: 2 });
    await appendFile(join(folder, 's.jsonl'), 'u:5\na:6\n');
    expect(await texts({ limit: 2, ...(cursor !== undefined && { cursor }) })).toEqual(['1', '2']);
  });

  it('reads a last line that is not ended yet, and loses none that is only half there', async () => {
    await writeFile(join(folder, 's.jsonl'), 'u:1\na:2');
    expect(await texts()).toEqual(['1', '2']);
    await writeFile(join(folder, 's.jsonl'), 'u:1\n{"half');
    expect(await texts()).toEqual(['1']);
    await writeFile(join(folder, 's.jsonl'), 'u:1\na:whole\n');
    expect(await texts()).toEqual(['1', 'whole']);
  });

  it('leaves tools out when asked to, and says how much of a long item it cut', async () => {
    await writeFile(join(folder, 's.jsonl'), `u:${'x'.repeat(50)}\nt:ls\na:done\n`);
    expect(await texts({ includeTools: false })).toEqual(['x'.repeat(50), 'done']);
    expect((await page({ maxChars: 10 })).items[0]).toEqual({ role: 'user', text: 'x'.repeat(10), cut: 40 });
  });

  it.each(['nonsense', 'h1', 'hzzzzzzzz.0', '../../x', ''])('refuses the cursor %j', async (cursor) => {
    await writeFile(join(folder, 's.jsonl'), 'u:1\n');
    await expect(page({ cursor })).rejects.toThrow(/cursor: /);
  });

  it('says where it looked for a session that is not there', async () => {
    await expect(page()).rejects.toThrow(folder);
  });
});

describe('linesBackward', () => {
  it('is the file’s lines in reverse, whatever is in them', async () => {
    const path = join(folder, 'lines');
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constant('é\u2028x'.repeat(9000)),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          line.map((text) => text.replaceAll('\n', ' ')),
          { maxLength: 12 },
        ),
        fc.boolean(),
        async (lines, ended) => {
          const content = lines.join('\n') + (ended && lines.length > 0 ? '\n' : '');
          await writeFile(path, content);
          const file = await open(path, 'r');
          const found: { text: string | undefined; start: number }[] = [];
          for await (const one of linesBackward(file, Buffer.byteLength(content), 10_000_000)) found.unshift(one);
          await file.close();
          const expected = content.split('\n').filter((text) => text !== '');
          expect(found.map((one) => one.text)).toEqual(expected);
          for (const one of found) {
            const rest = Buffer.from(content).subarray(one.start);
            expect(rest.toString('utf8').startsWith(one.text ?? '?')).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('passes over a line that is too long without holding it', async () => {
    const path = join(folder, 'lines');
    await writeFile(path, `first\n${'x'.repeat(300_000)}\nlast\n`);
    const file = await open(path, 'r');
    const found: (string | undefined)[] = [];
    for await (const one of linesBackward(file, 300_012, 1000)) found.unshift(one.text);
    await file.close();
    expect(found).toEqual(['first', undefined, 'last']);
  });
});

describe('isSessionStored', () => {
  it('takes a file for a session only when something is in it', async () => {
    const places = [{ folder, matches: (name: string) => name === 'session.jsonl' }];
    expect(await isSessionStored(places)).toBe(false);
    await writeFile(join(folder, 'session.jsonl'), '');
    expect(await isSessionStored(places)).toBe(false);
    await writeFile(join(folder, 'session.jsonl'), '{}\n');
    expect(await isSessionStored(places)).toBe(true);
    expect(await isSessionStored([{ folder: join(folder, 'none'), matches: () => true }])).toBe(false);
  });
});
