import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take long: the end of a path, and about how many seconds it took on two idle cores in November 2026. */
const LONG: readonly (readonly [path: string, seconds: number])[] = [
  ['server/test/crash/crash.slow.test.ts', 400],
  ['qwen-cli-mcp/test/spares.slow.test.ts', 120],
  ['core/test/testing/conformance/conformance-process.slow.test.ts', 100],
  ['qwen-cli-mcp/test/fan-out.slow.test.ts', 100],
  ['qwen-cli-mcp/test/acp.slow.test.ts', 100],
  ['external-context/test/real-qwen/version-guard.slow.test.ts', 100],
  ['qwen-cli-mcp/test/stopping.test.ts', 90],
  ['qwen-cli-mcp/test/turns.test.ts', 60],
  ['pi-cli-mcp/test/stopping.test.ts', 45],
  ['qwen-cli-mcp/test/approvals.test.ts', 40],
];

/** Begins with the longest files: one that begins last leaves all cores but one without work. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId));
  }
}

function secondsOf(file: string): number {
  return LONG.find(([path]) => file.endsWith(path))?.[1] ?? 0;
}
