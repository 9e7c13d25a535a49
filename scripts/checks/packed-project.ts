import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackedPackage } from './packed-package.ts';

/**
 * Puts the packed packages into a project of its own, with the packages that they depend on and the types of Node.js, and
 * nothing else.
 * @param project folder that is no part of the workspace
 */
export function fillProject(root: string, project: string, packed: readonly PackedPackage[]): void {
  const libraries = packed.filter(({ manifest }) => manifest.bin === undefined);
  for (const { folder, manifest } of packed) {
    const target = join(project, 'node_modules', manifest.name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(folder, target, { recursive: true });
  }
  linkDependencies(root, project, libraries);
}

/** Leaves out of a compiler's output what it finds in the declarations of other packages: they are theirs to mend. */
export function ownProblems(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => line !== '' && !/^(\.\.\/)*node_modules\/(?!@agentmount\/)|\/\.pnpm\//.test(line));
}

/** Links what the libraries say they depend on, from where the workspace has it. */
function linkDependencies(root: string, project: string, libraries: readonly PackedPackage[]): void {
  const link = (from: string, name: string) => {
    const target = join(project, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(from, 'node_modules', name), target, 'junction');
  };
  const ours = new Set(libraries.map(({ manifest }) => manifest.name));
  const linked = new Set<string>();
  for (const { manifest } of libraries) {
    const home = readdirSync(join(root, 'packages')).find((folder) => manifest.name.endsWith(`/${folder}`));
    if (home === undefined) throw new Error(`${manifest.name} has no folder of its name in packages`);
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      if (ours.has(name) || linked.has(name)) continue;
      linked.add(name);
      link(join(root, 'packages', home), name);
    }
  }
  link(root, '@types/node');
}
