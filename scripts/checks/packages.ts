import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureProgram } from './capture-program.ts';
import { installedProgramProblems } from './installed-programs.ts';
import { oldestNode } from './oldest-node.ts';
import { consumerProblems } from './package-consumer.ts';
import { contentProblems } from './package-contents.ts';
import { sizeProblems } from './package-size.ts';
import { type PackedPackage, packPackages } from './packed-package.ts';
import { templateProblems } from './template.ts';

/**
 * Judges the packages of a built workspace as they would be published: what publint and attw say of the archives, what
 * is in them and what they weigh, and how they do in projects that have nothing but them, on the oldest Node.js and on this one.
 * @returns what is wrong, one text each
 */
export async function packageProblems(root: string): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'agentmount-packages-'));
  try {
    const packed = await packPackages(root, scratch);
    const problems = await Promise.all(packed.map((each) => archiveProblems(root, each)));
    const used = await consumerProblems(root, scratch, packed);
    const installed = await installedProgramProblems(scratch, packed, [process.execPath, await oldestNode(root)]);
    const template = await templateProblems(root, scratch, packed);
    return [...problems.flat(), ...sizeProblems(packed), ...used, ...installed, ...template];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function archiveProblems(root: string, packed: PackedPackage): Promise<string[]> {
  const { name, bin } = packed.manifest;
  const opinions = [await opinion(root, 'publint', ['run', packed.archive, '--strict'])];
  // Nothing is imported from a program; libraries are for modules only.
  if (bin === undefined) {
    const args = [packed.archive, '--profile', 'esm-only', '--format', 'ascii'];
    opinions.push(await opinion(root, '@arethetypeswrong/cli', args));
  }
  const objections = opinions.flatMap((text) => (text === undefined ? [] : [`${name}: ${text}`]));
  return [...contentProblems(packed).map((problem) => `${name} ${problem}.`), ...objections];
}

/** What a development dependency says against a package. */
async function opinion(root: string, tool: string, args: readonly string[]): Promise<string | undefined> {
  const folder = join(root, 'node_modules', tool);
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [file] = Object.values(bin);
  if (file === undefined) throw new Error(`${tool} has no program`);
  const { code, output } = await captureProgram(process.execPath, [join(folder, file), ...args], { cwd: root });
  return code === 0 ? undefined : `${tool} objects\n${output}`;
}

if (process.argv[1] === import.meta.filename) {
  const problems = await packageProblems(join(import.meta.dirname, '..', '..'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
