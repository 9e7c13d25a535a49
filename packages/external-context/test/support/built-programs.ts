import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import { afterAll } from 'vitest';
import { buildOptions, type programs } from '../../tsup.config.ts';

type ProgramName = (typeof programs)[number];

const packageFolder = join(import.meta.dirname, '..', '..');
const built = new Map<ProgramName, Promise<string>>();
let folder: string | undefined;

afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/**
 * The file of a program, built from the sources as it is built for use, once for each test file. All are in one folder, as
 * in `dist`, which is removed when the tests of the file have ended.
 */
export function builtProgram(name: ProgramName): Promise<string> {
  const known = built.get(name) ?? buildProgram(name);
  built.set(name, known);
  return known;
}

async function buildProgram(name: ProgramName): Promise<string> {
  const outDir = buildFolder();
  const options = buildOptions([name]);
  const entry = Object.fromEntries(
    Object.entries(options.entry ?? {}).map(([key, path]) => [key, join(packageFolder, String(path))]),
  );
  await build({ ...options, config: false, clean: false, esbuildPlugins: [], entry, outDir });
  return join(outDir, `${name}.js`);
}

function buildFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'agentmount-external-context-'));
  }
  return folder;
}
