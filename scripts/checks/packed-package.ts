import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { captureProgram } from './capture-program.ts';

/** The parts of a published package.json that the checks read. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package as it would be published. */
export interface PackedPackage {
  readonly manifest: Manifest;
  /** The archive, as a registry would get it. */
  readonly archive: string;
  /** Where the archive has been unpacked. */
  readonly folder: string;
}

/**
 * Packs and unpacks every package of the workspace that is published.
 * @param root folder of the workspace, with every package built
 * @param scratch folder that the archives and their contents are written to
 */
export async function packPackages(root: string, scratch: string): Promise<PackedPackage[]> {
  const published = globSync('packages/*/package.json', { cwd: root })
    .sort()
    .filter((file) => readManifest(join(root, file)).private !== true);
  return Promise.all(published.map((file) => packPackage(root, dirname(file), join(scratch, basename(dirname(file))))));
}

async function packPackage(root: string, source: string, home: string): Promise<PackedPackage> {
  mkdirSync(home, { recursive: true });
  const archive = join(home, 'package.tgz');
  await pack(root, join(root, source), archive);
  const { code, output } = await captureProgram('tar', ['-xzf', 'package.tgz'], { cwd: home });
  if (code !== 0) throw new Error(`${archive} cannot be unpacked: ${output}`);
  const folder = join(home, 'package');
  return { archive, folder, manifest: readManifest(join(folder, 'package.json')) };
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function pack(root: string, folder: string, archive: string): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['-y', packageManager, 'pack', '--out', archive];
  const { code, output } = await captureProgram('npx', args, { cwd: folder, shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(`${folder} cannot be packed:\n${output}`);
}
