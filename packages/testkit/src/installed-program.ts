import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file to start with Node.js for a program of a package that `npm run test:agents` has installed in a folder of its own.
 * @param bin the program's name; absent: the package has only one
 * @throws Error when the tests were started otherwise, or the package has no such program
 */
export function installedProgram(packageName: string, bin?: string): string {
  const folder = process.env.AGENTMOUNT_AGENTS_FOLDER;
  if (folder === undefined)
    throw new Error('This test needs programs that npm run test:agents installs; start it with that.');
  const place = join(folder, 'node_modules', packageName);
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const programs = typeof manifest.bin === 'string' ? { [packageName]: manifest.bin } : (manifest.bin ?? {});
  const path = bin === undefined ? Object.values(programs)[0] : programs[bin];
  if (path === undefined) throw new Error(`${packageName} has no program ${bin ?? ''}`);
  return join(place, path);
}
