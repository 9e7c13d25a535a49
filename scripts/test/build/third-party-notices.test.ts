import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notices } from '../../build/third-party-notices.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentmount-notices-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function installed(path: string, licence?: string): string {
  const folder = join(root, 'node_modules', path);
  mkdirSync(folder, { recursive: true });
  const name = path.split('node_modules/').pop();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', license: 'MIT' }));
  if (licence !== undefined) writeFileSync(join(folder, 'LICENSE.md'), licence);
  return join(folder, 'lib', 'a.js');
}

test('states every package once, with its licence, in the order of names', async () => {
  const nested = installed('.store/two/node_modules/two', 'licence of two');
  const scoped = installed('@scope/one', 'licence of one');
  const text = await notices([nested, scoped, scoped, join(root, 'src', 'own.ts')]);
  const found = [...text.matchAll(/^(\S+ 1\.2\.3 \(MIT\))\n\n(.*)$/gm)].map(([, title, licence]) => [title, licence]);
  expect(found).toEqual([
    ['@scope/one 1.2.3 (MIT)', 'licence of one'],
    ['two 1.2.3 (MIT)', 'licence of two'],
  ]);
});

test('refuses code that comes without a licence', async () => {
  await expect(notices([installed('unlicensed')])).rejects.toThrow(/unlicensed has no licence file/);
});
