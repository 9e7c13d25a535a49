import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../docs/documents.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('documents that are made from the code say what it does; if not, npm run docs writes them anew', async () => {
  for (const [path, text] of await documents()) {
    expect(await readFile(join(root, path), 'utf8'), `${path} is out of date. Run: npm run docs`).toBe(text);
  }
});
