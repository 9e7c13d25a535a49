import { build } from './build.mjs';
import { runNode } from './process.mjs';
import { inRoot } from './workspace.mjs';

/** Builds what changed and runs the demonstration. Arguments go to it. */
export async function demo(args) {
  await build();
  const hooks = new URL('../typescript-hooks.mjs', import.meta.url).href;
  const { code } = await runNode(['--import', hooks, inRoot('scripts', 'demo.ts'), ...args], { show: true });
  return code;
}
