import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The absolute path of a program that an installed package declares in its `bin`.
 * @throws Error when the package is not installed beside testkit, or declares no such program
 */
export function resolveProgram(packageName: string, name: string): string {
  // The packages' export maps hide their package.json, so the folder is taken instead of asking the module resolver.
  const folder = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', packageName));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin?: Record<string, string> };
  const program = manifest.bin?.[name];
  if (program === undefined) throw new Error(`${packageName} declares no program called ${name}.`);
  return join(folder, program);
}
