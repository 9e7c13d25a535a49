import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The version that this project is measured against; its name is that of our own package. */
export const PEER_VERSION = '0.3.0';

const folder = fileURLToPath(new URL('../../node_modules/.cache/bench-peer', import.meta.url));
const place = join(folder, 'node_modules', 'qwen-cli-mcp');
const LONGEST_MS = 120_000;

/**
 * Installs the published `qwen-cli-mcp@0.3.0` into a folder of its own, once. The folder is an npm project for itself: nothing of this
 * workspace, where the same name is another program, can be found from it.
 * @returns the file to start with Node.js @throws Error when npm cannot install it, or has installed something else
 */
export async function installPeer(): Promise<string> {
  if ((await installedVersion()) !== PEER_VERSION) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--no-save'];
    const args = ['install', '--prefix', folder, ...flags, `qwen-cli-mcp@${PEER_VERSION}`];
    await promisify(execFile)('npm', args, { cwd: folder, timeout: LONGEST_MS, shell: process.platform === 'win32' });
    const found = await installedVersion();
    if (found !== PEER_VERSION) throw new Error(`npm installed qwen-cli-mcp@${found} in place of ${PEER_VERSION}.`);
  }
  return join(place, 'dist', 'index.js');
}

async function installedVersion(): Promise<string | undefined> {
  const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { readonly version: string }).version;
}
