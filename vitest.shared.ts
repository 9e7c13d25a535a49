import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './vitest.sequencer.js';

/**
 * `agentmount-source` takes workspace packages from their TypeScript sources, so that no test runs on a stale build.
 * The rest are the conditions that Vite itself sets for code that runs in Node.js.
 */
const conditions = ['agentmount-source', 'module', 'node', 'development|production'];

/**
 * The settings that every lane of the tests shares.
 * @param lane what the lane runs and what it leaves out, as globs from the root of the workspace
 */
export function testLane(lane: { include: string[]; exclude: string[] }): ViteUserConfig {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: lane.include,
      exclude: ['**/node_modules/**', '**/dist/**', ...lane.exclude],
      passWithNoTests: false,
      environment: 'node',
      sequence: { sequencer: LongestFirst },
      // Node.js would take its CommonJS, whose exports it cannot name; the bundles have its ES modules.
      server: { deps: { inline: ['jsonc-parser'] } },
      pool: 'forks',
      // Tests start real agents, each a Node.js program of its own: more workers than cores only slow each other down.
      maxWorkers: Math.min(4, availableParallelism()),
      testTimeout: 120_000,
      hookTimeout: 120_000,
      teardownTimeout: 30_000,
      unstubEnvs: true,
      // A shared machine may starve a real agent once; twice is a fault.
      retry: process.env.CI ? 1 : 0,
    },
  };
}

/** The globs of all test files whose names end in `suffix`. */
export function testFiles(suffix: string): string[] {
  const folders = ['packages/*/test', 'examples/*/test', 'scripts/test', 'bench/test'];
  return folders.map((folder) => `${folder}/**/*${suffix}`);
}
