import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const usesSystemNode = process.env.AGENTMOUNT_NODE === 'system';

/** The folder of the workspace. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the workspace. */
export function inRoot(...parts) {
  return join(root, ...parts);
}

/** The content of a JSON file inside the workspace. */
export function readJson(...parts) {
  return JSON.parse(readFileSync(inRoot(...parts), 'utf8'));
}

/**
 * The Node.js that tasks run on: the one that the workspace installs for itself, whatever the machine has.
 * `AGENTMOUNT_NODE=system` takes the machine's, to test on another version.
 */
export function workspaceNode() {
  if (usesSystemNode) return process.execPath;
  return inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The file to start with Node.js for the program `bin` of an installed development dependency. */
export function toolFile(packageName, bin = packageName) {
  const manifest = readJson('node_modules', packageName, 'package.json');
  const relative = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return inRoot('node_modules', packageName, relative);
}

/** The environment for everything that is started: the workspace's own programs, its Node.js above all, come first. */
export function taskEnvironment(additions = {}) {
  const environment = { ...process.env, ...additions };
  // On Windows the variable may be spelt `Path`; a second spelling beside it would make the outcome a matter of luck.
  const key = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const first = usesSystemNode ? [dirname(process.execPath)] : [];
  environment[key] = [...first, inRoot('node_modules', '.bin'), environment[key]].filter(Boolean).join(delimiter);
  return environment;
}

/** The packages that are built, each with its folder, its manifest and the built packages it depends on. */
export function builtPackages() {
  const found = readdirSync(inRoot('packages'))
    .filter((folder) => existsSync(inRoot('packages', folder, 'tsup.config.ts')))
    .map((folder) => ({ folder, manifest: readJson('packages', folder, 'package.json') }));
  return found.map(({ folder, manifest }) => {
    const names = { ...manifest.dependencies, ...manifest.devDependencies };
    const dependencies = found.filter((other) => other.manifest.name in names).map((other) => other.folder);
    return { folder, manifest, dependencies };
  });
}
