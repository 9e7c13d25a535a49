import { join } from 'node:path';
import type { DirectStart } from '@agentmount/core';
import { qwenHome } from './qwen-home.js';

/**
 * Turns Node.js' compile cache on, in the person's own cache folder, which takes a quarter off the processor time of a start. qwen 0.24.4
 * does the same by itself for some of its commands. An import and no variable: what qwen starts must not inherit it.
 */
const keepsCompiledCode = `data:text/javascript,${[
  'import module from "node:module"',
  'import { homedir } from "node:os"',
  'try { module.enableCompileCache?.((process.env.XDG_CACHE_HOME || homedir() + "/.cache") + "/agentmount") } catch {}',
].join(';')}`;

/**
 * qwen 0.24.4 is a chain of three processes: the launcher on the PATH, its script, and the script once more with a larger heap. The last
 * one does all the work, and survives a signal to the others; it is started alone, with what the two before it would have given it.
 */
export const qwenDirectStart: DirectStart = {
  launcher: 'cli-entry.js',
  script: 'cli.js',
  nodeArgs: ['--expose-gc', '--import', keepsCompiledCode],
  heapShare: 0.5,
  // The launcher names itself, for skills that call qwen again.
  env: { QWEN_CODE_NO_RELAUNCH: 'true', QWEN_CODE_CLI: '{launcher}' },
  // There the launcher keeps versions that qwen has updated itself to, and picks one of them.
  unless: (machine) => [join(qwenHome(machine), 'updates', 'npm')],
};
