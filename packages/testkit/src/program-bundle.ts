import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTemporaryFolder } from './temporary-folder.js';

/** A program of a test, bundled from the sources. */
export interface ProgramBundle {
  /** Its script, made at the first call. */
  path(): Promise<string>;
  /** Removes it, if it was made. */
  dispose(): Promise<void>;
}

/**
 * Bundles `cli.ts` of a folder as the published programs are: from single files Node.js needs seconds to start on a busy machine. The
 * folder's `package.json` goes with it.
 */
export function programBundle(folder: string): ProgramBundle {
  let made: Promise<{ readonly path: string; dispose(): Promise<void> }> | undefined;
  return {
    async path() {
      made ??= make(folder);
      return (await made).path;
    },
    async dispose() {
      await (await made)?.dispose();
    },
  };
}

async function make(folder: string) {
  const { directory, dispose } = await createTemporaryFolder(basename(folder));
  const outDir = join(directory, 'dist');
  const { build } = await import('tsup');
  await build({
    config: false,
    silent: true,
    entry: { cli: join(folder, 'cli.ts') },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    noExternal: [/.*/],
    splitting: true,
    esbuildOptions(options) {
      options.conditions = ['agentmount-source'];
    },
  });
  await copyFile(join(folder, 'package.json'), join(outDir, 'package.json'));
  return { path: join(outDir, 'cli.js'), dispose };
}
