import type { ConformanceResult } from './conformance-checks.js';

/** What came of an examination, for a person: what failed and was waived with the reasons, and how many of each there are. */
export function describeResults(results: readonly ConformanceResult[]): string {
  const of = (status: ConformanceResult['status']) => results.filter((result) => result.status === status);
  const lines = [...of('failed'), ...of('waived')].map(
    ({ requirement, status, reason }) => `${status}: ${requirement.id} (${requirement.rule})\n  ${reason}`,
  );
  const counts = (['passed', 'failed', 'waived', 'not applicable'] as const).map(
    (status) => `${of(status).length} ${status}`,
  );
  return [...lines, counts.join(', ')].join('\n');
}
