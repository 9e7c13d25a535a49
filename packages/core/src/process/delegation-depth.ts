import type { ProcessEntry, ProcessTable } from './process-table.js';

/** The environment variable that counts delegations inside delegations. */
export const DEPTH_VARIABLE = 'AGENTMOUNT_DEPTH';

/**
 * How many delegations are around this process: 0 when no agent of ours runs it. The largest of what our own environment and
 * those of our ancestors say, since a host may start its servers with an environment of its own making.
 */
export async function delegationDepth(
  environment: Readonly<Record<string, string | undefined>>,
  table: ProcessTable,
  pid: number = process.pid,
): Promise<number> {
  const ancestors = ancestorsOf(pid, await table.list());
  const values = await table.variable(DEPTH_VARIABLE, ancestors);
  return Math.max(depthOf(environment[DEPTH_VARIABLE]), ...[...values.values()].map(depthOf));
}

function ancestorsOf(pid: number, entries: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const byId = new Map(entries.map((entry) => [entry.pid, entry]));
  const ancestors: ProcessEntry[] = [];
  const seen = new Set([pid]);
  for (let id = byId.get(pid)?.parent ?? 0; !seen.has(id); ) {
    seen.add(id);
    const entry = byId.get(id);
    if (!entry) break;
    ancestors.push(entry);
    id = entry.parent;
  }
  return ancestors;
}

/** A value that is no count says nothing. */
function depthOf(value: string | undefined): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}
