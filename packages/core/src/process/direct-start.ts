import { access, constants, open, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { DirectStart } from '../contract/adapter.js';
import { type FoundExecutable, findExecutable } from './executable.js';

/** A program to start without its launcher. */
export interface DirectProgram extends FoundExecutable {
  /** Variables that the launcher would have set. */
  readonly env: Readonly<Record<string, string>>;
}

export interface DirectStartOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute paths whose existence means that the launcher would choose another script. */
  readonly unless: readonly string[];
}

/**
 * Sees through an agent's launcher to the Node.js script that it would run, so that one process does the work of a chain: signals
 * and exit codes are then the agent's own, and the start is faster. Undefined whenever anything is not as described: the launcher then
 * runs as it is.
 */
export async function directStart(
  found: FoundExecutable,
  direct: DirectStart,
  { environment, unless }: DirectStartOptions,
): Promise<DirectProgram | undefined> {
  if (found.args.length > 0 || process.platform === 'win32') return undefined;
  try {
    const launcher = await realpath(found.path);
    if (basename(launcher) !== direct.launcher || !(await runsOnNode(launcher))) return undefined;
    const script = join(dirname(launcher), direct.script);
    await access(script, constants.R_OK);
    if (await anyExists(unless)) return undefined;
    const node = await findExecutable('node', { environment, install: '' });
    const env = Object.entries(direct.env).map(([name, value]) => [
      name,
      value.replaceAll('{launcher}', () => launcher),
    ]);
    const args = [...direct.nodeArgs, ...heapArgs(direct.heapShare), script];
    return { command: node.command, args, path: found.path, env: Object.fromEntries(env) };
  } catch {
    return undefined;
  }
}

/** Whether a script's first line has `node` from the PATH run it. */
async function runsOnNode(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return /^#!\/usr\/bin\/env node\r?\n/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function anyExists(paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** The heap limit that a launcher sets to a share of the machine's memory, where that is more than Node.js allows by itself. */
function heapArgs(share: number): readonly string[] {
  const megabyte = 1024 * 1024;
  const target = Math.floor((totalmem() / megabyte) * share);
  return target > Math.floor(getHeapStatistics().heap_size_limit / megabyte) ? [`--max-old-space-size=${target}`] : [];
}
