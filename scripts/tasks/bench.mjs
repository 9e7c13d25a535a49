import { build } from './build.mjs';
import { runNode } from './process.mjs';
import { inRoot } from './workspace.mjs';

/** Builds what changed and runs the benchmarks. Arguments go to them. */
export async function bench(args) {
  await build();
  const hooks = new URL('../typescript-hooks.mjs', import.meta.url).href;
  const { code } = await runNode(['--import', hooks, inRoot('bench', 'run.ts'), ...args], { show: true });
  return code;
}
