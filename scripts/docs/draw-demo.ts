import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { captureProgram } from '../checks/capture-program.ts';
import { type TerminalLine, terminalPicture } from './terminal-picture.ts';

const root = join(import.meta.dirname, '..', '..');
const picture = join(root, 'docs', 'demo.svg');

const hooks = pathToFileURL(join(root, 'scripts', 'typescript-hooks.mjs')).href;
const args = ['--import', hooks, join(root, 'scripts', 'demo.ts')];
const { code, output } = await captureProgram(process.execPath, args, { cwd: root });
if (code !== 0) throw new Error(`the demo failed:\n${output}`);

// Where the throw-away home lies differs from run to run and says nothing.
const plain = output.replaceAll(tmpdir(), '/tmp').replaceAll(/\/tmp\/agentmount-qwen-\w+/g, '/tmp/demo');
const lines = plain
  .trim()
  .split('\n')
  .map((text): TerminalLine => ({ text, ...toneOf(text) }));
const end = lines.findIndex(({ text }) => text.startsWith('To use it'));
await writeFile(picture, terminalPicture('npm run demo', end < 0 ? lines : lines.slice(0, end - 1)));
console.log('written: docs/demo.svg');

function toneOf(text: string): Pick<TerminalLine, 'tone'> {
  if (/progress:/.test(text)) return { tone: 'dim' };
  if (/^ {4}\S/.test(text)) return { tone: 'accent' };
  return /calling \w+\(/.test(text) ? { tone: 'bright' } : {};
}
