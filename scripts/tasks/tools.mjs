import { build } from './build.mjs';
import { programStep, runNode } from './process.mjs';
import { toolFile } from './workspace.mjs';

/** Builds what changed and runs the tests. Arguments go to vitest: paths, `-t NAME`, `--watch`. */
export function test(args) {
  return runTests(args);
}

/** The tests that take minutes: endurance, floods, many servers at once. */
export function testSlow(args) {
  return runTests(['--config', 'vitest.slow.config.ts', ...args]);
}

/** The tests that use your own account with a model provider, and cost what it charges. */
export function testLive(args) {
  return runTests(['--config', 'vitest.live.config.ts', ...args], { AGENTMOUNT_LIVE: '1' });
}

/** Formats the files and repairs what Biome can repair by itself. */
export async function fix(args) {
  await programStep('fix', [toolFile('@biomejs/biome', 'biome'), 'check', '--write', '--error-on-warnings', ...args]);
}

/** Builds what changed and runs vitest. @returns its exit code */
export async function runTests(args, environment = {}) {
  await build();
  const watching = args.includes('--watch') || args.includes('-w');
  const { code } = await runNode([toolFile('vitest'), ...(watching ? [] : ['run']), ...args], {
    environment,
    show: true,
  });
  return code;
}
