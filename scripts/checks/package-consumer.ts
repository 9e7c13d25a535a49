import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureProgram } from './capture-program.ts';
import type { PackedPackage } from './packed-package.ts';
import { fillProject, ownProblems } from './packed-project.ts';

/**
 * Uses the libraries from a project of its own, in which there is nothing but the packed packages, the packages they
 * depend on, and the types of Node.js; library declarations are checked there too.
 * @returns what went wrong, as the programs involved say it
 */
export async function consumerProblems(
  root: string,
  scratch: string,
  packed: readonly PackedPackage[],
): Promise<string[]> {
  const project = join(scratch, 'consumer');
  const libraries = packed.filter(({ manifest }) => manifest.bin === undefined);
  fillProject(root, project, packed);

  const modules = libraries.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {}).map((path) => `${manifest.name}${path.slice(1)}`),
  );
  const lines = modules.map((module, index) => `import * as module${index} from '${module}';`);
  const used = `console.log([${modules.map((_, index) => `module${index}`).join(', ')}].length);`;
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(project, 'consumer.ts'), `${[...lines, used].join('\n')}\n`);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));

  const problems: string[] = [];
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = await captureProgram(process.execPath, [compiler, '-p', project], { cwd: project });
  const ours = ownProblems(types.output);
  if (types.code !== 0 && ours.length > 0) problems.push(`The types do not compile for a user:\n${ours.join('\n')}`);

  const start = await captureProgram(process.execPath, ['consumer.ts'], { cwd: project });
  if (start.code !== 0) problems.push(`The libraries cannot be imported by a user:\n${start.output}`);
  for (const { manifest } of packed.filter(({ manifest }) => manifest.bin !== undefined)) {
    problems.push(...(await programProblems(project, manifest)));
  }
  return problems;
}

const compilerOptions = {
  module: 'NodeNext',
  target: 'ES2024',
  lib: ['ES2024'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
};

async function programProblems(project: string, { name, version, bin }: PackedPackage['manifest']): Promise<string[]> {
  const problems: string[] = [];
  for (const target of Object.values(bin ?? {})) {
    const file = join(project, 'node_modules', name, target);
    const { code, output } = await captureProgram(process.execPath, [file, '--version'], { cwd: project });
    if (code !== 0 || !output.includes(version)) {
      problems.push(`${name} --version should say ${version} and exit with 0, not ${code}:\n${output}`);
    }
  }
  return problems;
}
