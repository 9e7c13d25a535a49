import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import { expect, test } from 'vitest';
import { withoutValidator } from '../../build/without-validator.ts';

test('a program is built without the validator, and says so where one is asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agentmount-validator-'));
  const entry = join(folder, 'cli.ts');
  const server = JSON.stringify(join(import.meta.dirname, '..', '..', '..', 'packages', 'server', 'src', 'index.ts'));
  try {
    await writeFile(entry, `export * from ${server}; export * from '@modelcontextprotocol/server/_shims';`);
    await build({
      config: false,
      silent: true,
      entry: [entry],
      outDir: join(folder, 'dist'),
      format: 'esm',
      platform: 'node',
      noExternal: [/.*/],
      esbuildPlugins: [withoutValidator()],
      esbuildOptions(options) {
        options.conditions = ['agentmount-source'];
        options.nodePaths = [join(import.meta.dirname, '..', '..', '..', 'packages', 'server', 'node_modules')];
      },
    });
    const files = (await readdir(join(folder, 'dist'))).map((name) => join(folder, 'dist', name));
    const code = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const holds = (words: string) => code.includes(words);
    // The library is there, and the sentence; of the validator not one of its own.
    expect(['_jsonSchemaValidator', 'built without a JSON Schema validator'].map(holds)).toEqual([true, true]);
    expect(holds('unknown keyword')).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
