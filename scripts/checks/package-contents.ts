import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { noticesFile } from '../build/third-party-notices.ts';
import type { PackedPackage } from './packed-package.ts';
import { readSourceFile } from './source-file.ts';

/** What is wrong with what a package would bring to its users, one sentence each. */
export function contentProblems({ folder, manifest }: PackedPackage): string[] {
  const isProgram = manifest.bin !== undefined;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return [
    ...['README.md', 'LICENSE'].filter((name) => !files.includes(name)).map((name) => `has no ${name}`),
    ...files
      .filter((file) => file.endsWith('.tsbuildinfo'))
      .map((file) => `ships ${file}, which is of no use to anyone`),
    ...readmeProblems(folder, files),
    ...manifestProblems(manifest),
    ...importProblems(folder, files, manifest),
    ...(isProgram ? programProblems(folder, files, manifest) : []),
  ];
}

/** A README in another language is of no use when it stays behind. */
function readmeProblems(folder: string, files: readonly string[]): string[] {
  if (!files.includes('README.md')) return [];
  const links = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\((README\.[\w.-]+\.md)\)/g);
  return [...links].flatMap(([, name = '']) =>
    files.includes(name) ? [] : [`links to ${name} and does not bring it`],
  );
}

function manifestProblems(manifest: PackedPackage['manifest']): string[] {
  const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
  return [
    ...dependencies
      .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
      .map(([name, range]) => `depends on ${name} as ${range}, which only this workspace understands`),
    ...(JSON.stringify(manifest.exports ?? {}).includes('agentmount-source')
      ? ['exports its sources, which it does not ship: publishConfig.exports must leave "agentmount-source" out']
      : []),
  ];
}

function importProblems(folder: string, files: readonly string[], manifest: PackedPackage['manifest']): string[] {
  const declared = new Set([...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), manifest.name]);
  const code = files.filter((file) => /\.(js|d\.ts)$/.test(file));
  return code.flatMap((path) =>
    readSourceFile(join(folder, path), path)
      .imports.map(({ module }) => module)
      .filter((module) => !module.startsWith('.') && !module.startsWith('node:'))
      .filter((module) => !declared.has(module.split('/', module.startsWith('@') ? 2 : 1).join('/')))
      .map((module) => `${path} imports ${module}, which is not among its dependencies`),
  );
}

function programProblems(folder: string, files: readonly string[], manifest: PackedPackage['manifest']): string[] {
  const problems: string[] = [];
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    problems.push(`depends on ${name}: a program brings everything along`);
  }
  for (const file of files.filter((name) => name.endsWith('.map'))) problems.push(`ships ${file}`);
  if (!files.some((file) => file.endsWith(noticesFile))) problems.push('ships no third-party notices');
  for (const [name, target] of Object.entries(manifest.bin ?? {})) {
    const file = join(folder, target);
    if (!readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node\n'))
      problems.push(`${target} does not start with #!/usr/bin/env node`);
    if (process.platform === 'win32') continue;
    try {
      accessSync(file, constants.X_OK);
    } catch {
      problems.push(`${target} may not be executed, so ${name} cannot be started`);
    }
  }
  return problems;
}
