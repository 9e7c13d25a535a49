import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from 'tsup';
import { thirdPartyNotices } from './scripts/build/third-party-notices.ts';
import { withoutValidator } from './scripts/build/without-validator.ts';

/** What holds for everything that is built. The target is the oldest Node.js that the packages' `engines` name. */
const common: Options = {
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  silent: true,
  removeNodeProtocol: false,
  // Declarations are written into the same folder by `tsc -b`, because tsup's own step does not run on TypeScript 7.
  dts: false,
  clean: ['!**/*.d.ts', '!**/*.d.ts.map'],
};

/**
 * A package that others import: one module per entry, its dependencies left as imports.
 * @param entry name of each output without extension, and the source file it is made from
 */
export function library(entry: Record<string, string> = { index: 'src/index.ts' }): Options {
  return { ...common, entry, sourcemap: true };
}

/**
 * A program that people start through npx: `src/cli.ts` with everything it uses inside, so that one package is
 * downloaded and nothing is installed beside it. Workspace packages are taken from their sources. Not minified: that would
 * win 2 ms of start-up, and a bug report is read by the names and lines in its stack trace.
 */
export function program(): Options {
  return {
    ...common,
    entry: { cli: 'src/cli.ts' },
    noExternal: [/.*/],
    splitting: true,
    esbuildPlugins: [withoutValidator(), thirdPartyNotices()],
    esbuildOptions(options) {
      options.conditions = ['agentmount-source'];
      // Where a package has no map of exports: the CommonJS of some asks for its own files in a way that no bundler sees.
      options.mainFields = ['module', 'main'];
      options.legalComments = 'none';
    },
    async onSuccess() {
      await chmod(join('dist', 'cli.js'), 0o755);
    },
  };
}
