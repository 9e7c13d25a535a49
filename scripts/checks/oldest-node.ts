import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { captureProgram } from './capture-program.ts';

/** The oldest Node.js that `engines` allow. */
const OLDEST = '22.19.0';

/**
 * The oldest Node.js that the packages support, from npm's registry into the workspace's cache, the first time.
 * @returns absolute path of its program
 * @throws where npm has none for this machine, or cannot be reached
 */
export async function oldestNode(root: string): Promise<string> {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const home = join(root, 'node_modules', '.cache', `node-${OLDEST}`);
  const program = join(home, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  const args = [
    'install',
    '--prefix',
    home,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    `${name}@${OLDEST}`,
  ];
  const { code, output } = await captureProgram('npm', args, { cwd: home, shell: isWindows });
  if (code !== 0 || !existsSync(program)) throw new Error(`Node.js ${OLDEST} cannot be had from npm:\n${output}`);
  return program;
}
