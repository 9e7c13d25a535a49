import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from 'tsup';

type BundlerPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** Name of the file that travels with a bundled program. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/**
 * A bundler plugin that writes, beside the bundle, the licence of every package whose code ended up in it.
 * Fails the build when a package states no licence text, since the program could then not be passed on.
 */
export function thirdPartyNotices(): BundlerPlugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      build.onEnd(async ({ metafile }) => {
        const folder = build.initialOptions.outdir;
        if (metafile === undefined || folder === undefined) return;
        const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
          Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
        );
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, noticesFile), await notices(used));
      });
    },
  };
}

/**
 * The text of the notices for a list of bundled files.
 * @param files paths of source files; those outside any `node_modules` are our own and are passed over
 */
export async function notices(files: readonly string[]): Promise<string> {
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))];
  const sections = new Map<string, string>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    sections.set(`${name} ${version}`, `${name} ${version} (${license})\n\n${(await licenceText(folder)).trim()}\n`);
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return ['This program contains code of the packages below.\n', ...sorted].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the installed package that a file belongs to. */
function packageFolder(file: string): string | undefined {
  const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@]+)[\\/]/.exec(file);
  return match?.[1];
}

async function licenceText(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) {
    throw new Error(
      `${folder} has no licence file, so its code may not be bundled. Use another package or add its text.`,
    );
  }
  return readFile(join(folder, name), 'utf8');
}
