import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runExample } from './run-example.js';

const folder = join(import.meta.dirname, '..');
const guide = readFileSync(join(folder, '..', '..', 'docs', 'write-an-adapter.md'), 'utf8');

describe('the example', () => {
  it('mounts an agent that nobody has heard of', async () => {
    const lines: string[] = [];
    await runExample((line) => lines.push(line));
    expect(lines.join('\n')).toContain('The total is 5.');
  });

  it('passes the kit with its own tests', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'conformance.test.ts'], {
      cwd: folder,
      // Else it takes itself for a part of this run, and reports in a form for machines.
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    });
    expect(stdout).toMatch(/fail 0/);
  });

  it('has an adapter that is read at one sitting', () => {
    expect(readFileSync(join(folder, 'adapter.ts'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });
});

describe('the guide', () => {
  const blocks = [...guide.matchAll(/<!-- (\S+) -->\n```ts\n([\s\S]*?)\n```/g)].map(([, file = '', text = '']) => {
    return { file, text };
  });

  it.each(blocks)('shows $file as it is', ({ file, text }) => {
    expect(readFileSync(join(folder, file), 'utf8')).toContain(text);
  });

  it('shows the whole of the codec and of the definition', () => {
    const shown = blocks.map(({ text }) => text).join('\n');
    for (const part of [
      'function launch(',
      'open()',
      'prompt(',
      'interrupt()',
      'frame(',
      'lost(',
      'exit(',
      'defineAdapter(',
    ]) {
      expect(shown).toContain(part);
    }
  });

  it('shows no code of a package that is not from a file, but for single lines', () => {
    const unmarked = guide.replace(/<!-- \S+ -->\n```ts\n[\s\S]*?\n```/g, '');
    for (const [, text = ''] of unmarked.matchAll(/```(?:ts|js|mjs)\n([\s\S]*?)\n```/g)) {
      expect(text.split('\n')).toHaveLength(1);
    }
  });
});
