import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { captureProgram } from './capture-program.ts';
import type { PackedPackage } from './packed-package.ts';
import { fillProject, ownProblems } from './packed-project.ts';

/** What a third party starts from. */
const TEMPLATE = join('examples', 'custom-adapter');
/** Longest that its adapter may be, lines: what the guide shows is read at one sitting. */
const LONGEST = 120;

/**
 * Does what an author of an adapter does first, away from the workspace: copies the template, gets the packed packages, checks its types
 * strictly, runs the conformance kit on it with its real agent, builds it and starts its server.
 * @returns what went wrong, as the programs involved say it
 */
export async function templateProblems(
  root: string,
  scratch: string,
  packed: readonly PackedPackage[],
): Promise<string[]> {
  const project = join(scratch, 'template');
  cpSync(join(root, TEMPLATE), project, { recursive: true, filter: (path) => isPart(path) });
  fillProject(root, project, packed);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const steps: readonly (readonly [what: string, args: readonly string[], isFine: (output: string) => boolean])[] = [
    ['its types are not right', [compiler, '-p', project], (output) => ownProblems(output).length === 0],
    ['its conformance tests fail', ['--test', 'conformance.test.ts'], no],
    [
      'it cannot be built',
      [compiler, '-p', join(project, 'tsconfig.build.json')],
      (output) => ownProblems(output).length === 0,
    ],
    [
      'its build cannot be imported',
      ['--eval', "import('./dist/adapter.js').then((module) => module.adapter.name)"],
      no,
    ],
    ['its server cannot be started', ['server.ts', '--version'], no],
  ];
  const problems = manifestProblems(join(project, 'package.json'), packed);
  const lines = readFileSync(join(project, 'adapter.ts'), 'utf8').split('\n').length - 1;
  if (lines > LONGEST) problems.push(`its adapter has ${lines} lines, and the guide promises ${LONGEST}`);
  for (const [what, args, isFine] of steps) {
    const { code, output } = await captureProgram(process.execPath, args, { cwd: project });
    if (code !== 0 && !isFine(output)) problems.push(`${what}:\n${output}`);
  }
  return problems.map((problem) => `${TEMPLATE}, copied out of the workspace: ${problem}`);
}

function no(): boolean {
  return false;
}

/** Tests of the example as a part of this workspace do not go along. */
function isPart(path: string): boolean {
  return !['node_modules', 'dist', 'test'].includes(basename(path));
}

/** The ranges in the template's manifest have to take the versions that are published with it. */
function manifestProblems(file: string, packed: readonly PackedPackage[]): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  const versions = new Map(packed.map(({ manifest }) => [manifest.name, manifest.version]));
  return Object.entries({ ...dependencies, ...devDependencies } as Record<string, string>).flatMap(([name, range]) => {
    const version = versions.get(name);
    if (version === undefined) return name.startsWith('@agentmount/') ? [`${name} is not published`] : [];
    // Before the first release there is no version to be right about.
    if (version === '0.0.0' || takes(range, version)) return [];
    return [`package.json wants ${name} ${range}, and ${version} is published with it`];
  });
}

/** Whether a range `^1.2.3` takes a version, by the part that may not change. */
function takes(range: string, version: string): boolean {
  const fixed = (text: string) => {
    const [major = '', minor = ''] = text.replace(/^\^/, '').split('.');
    return major === '0' ? `0.${minor}` : major;
  };
  return range.startsWith('^') && fixed(range) === fixed(version);
}
