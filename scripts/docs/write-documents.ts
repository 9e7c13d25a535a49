import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documents } from './documents.ts';

const root = join(import.meta.dirname, '..', '..');
const onlyCheck = process.argv.includes('--check');

const stale: string[] = [];
for (const [path, text] of await documents()) {
  const file = join(root, path);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
  stale.push(path);
  if (onlyCheck) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (onlyCheck && stale.length > 0) {
  console.error(`These documents no longer say what the code does: ${stale.join(', ')}. Run: npm run docs`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'the documents say what the code does' : `written: ${stale.join(', ')}`);
}
