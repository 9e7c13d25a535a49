import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { runNode, step, TaskFailure } from './process.mjs';
import { builtPackages, inRoot, toolFile } from './workspace.mjs';

const recordFile = inRoot('node_modules', '.cache', 'agentmount', 'build.json');

/** What the build of every package depends on, beside its own sources and those of the packages it uses. */
const sharedInputs = [
  'tsup.shared.ts',
  'tsconfig.base.json',
  'tsconfig.library.json',
  'pnpm-lock.yaml',
  'scripts/build',
];

/**
 * Builds the JavaScript of the packages whose inputs changed since their last build, then the declarations of all.
 * @param options.fromScratch removes every dist folder first
 */
export async function build({ fromScratch = false } = {}) {
  const packages = builtPackages();
  if (fromScratch) {
    for (const { folder } of packages) rmSync(inRoot('packages', folder, 'dist'), { recursive: true, force: true });
  }
  const record = readRecord();
  const stale = packages.filter((built) => !isFresh(built, packages, record));
  await step('build', async () => {
    await eachAtOnce(stale, async (built) => {
      const print = fingerprint(built, packages);
      await bundle(built.folder);
      record[built.folder] = print;
    });
    mkdirSync(join(recordFile, '..'), { recursive: true });
    writeFileSync(recordFile, JSON.stringify(record, null, 2));
    return stale.length === 0 ? 'nothing changed' : stale.map(({ folder }) => folder).join(', ');
  });
  await step('types', async () => {
    const { code, output } = await runNode([toolFile('typescript', 'tsc'), '-b', ...(fromScratch ? ['--force'] : [])]);
    if (code !== 0) throw new TaskFailure(output.trim());
  });
}

async function bundle(folder) {
  const { code, output } = await runNode([toolFile('tsup')], { cwd: inRoot('packages', folder) });
  if (code !== 0) throw new TaskFailure(`${output.trim()}\n\nBuilding packages/${folder} failed.`);
}

function isFresh(built, packages, record) {
  const outputs = outputFiles(built.manifest).map((file) => inRoot('packages', built.folder, file));
  return outputs.every((file) => existsSync(file)) && record[built.folder] === fingerprint(built, packages);
}

/** The JavaScript files that a package's manifest promises. */
function outputFiles({ bin = {}, exports = {} }) {
  const modules = Object.values(exports).flatMap((target) => (target.default ? [target.default] : []));
  return [...Object.values(bin), ...modules];
}

/** A hash over the content of everything that goes into a package. */
function fingerprint(built, packages) {
  const folders = new Set();
  const collect = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    packages.find((other) => other.folder === folder).dependencies.forEach(collect);
  };
  collect(built.folder);
  const own = [...folders]
    .sort()
    .flatMap((folder) =>
      ['src', 'package.json', 'tsup.config.ts', 'tsconfig.json'].map((name) => `packages/${folder}/${name}`),
    );
  const hash = createHash('sha256');
  for (const file of [...own, ...sharedInputs].flatMap((input) => filesUnder(inRoot(input)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesUnder(join(path, name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Works on as many items at once as there are cores; the first failure is reported after all have ended. */
async function eachAtOnce(items, work) {
  const queue = [...items];
  const cores = availableParallelism?.() ?? cpus().length;
  const failures = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: cores }, worker));
  if (failures.length > 0) throw failures[0];
}
