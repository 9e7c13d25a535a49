import { build } from './build.mjs';
import { runNode } from './process.mjs';
import { inRoot } from './workspace.mjs';

/** Builds what changed and runs the benchmarks. Arguments go to them. */
export async function bench(args) {
  await build();
  const hooks = new URL('../typescript-hooks.mjs', import.meta.url).href;
  // What is measured in this process is taken from the sources, as the tests take it.
  const node = ['--conditions=agentmount-source', '--import', hooks];
  const { code } = await runNode([...node, inRoot('bench', 'run.ts'), ...args], { show: true });
  return code;
}
