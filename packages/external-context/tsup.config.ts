import { defineConfig, type Options } from 'tsup';
import { program } from '../../tsup.shared.ts';

/** Everything that is built: a program each. */
export const programs = ['search-server', 'auto-recall', 'launch-on-demand', 'launch-auto-recall', 'admin'] as const;

/** How some of the programs are built. */
export function buildOptions(names: readonly (typeof programs)[number][]): Options {
  const { onSuccess: _onSuccess, ...shared } = program();
  return {
    ...shared,
    entry: Object.fromEntries(names.map((name) => [name, `src/programs/${name}.ts`])),
    // Each program is one file, so that one checksum pins all of it.
    splitting: false,
    // undici is CommonJS and asks for the modules of Node.js by a function that ES modules do not have.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  };
}

export default defineConfig(buildOptions(programs));
