import { endTree } from './end-tree.js';
import { MARKER_VARIABLE, type MarkerOwner, markerOwner, markersIn, thisTable } from './marker.js';
import { type ProcessEntry, type ProcessTable, processTable } from './process-table.js';
import { ProcessTree } from './process-tree.js';
import type { Survivor } from './survivor.js';

/** Processes of an agent whose server is dead: the watchdog ends them, unless it was killed, too. */
export interface Leftover {
  /** Process id of the server that they were started by. */
  readonly server: number;
  /** The processes that are left, oldest first. */
  readonly processes: readonly ProcessEntry[];
  readonly marker: string;
}

/**
 * Finds what agents of dead servers have left running. Only processes with this home directory are looked at, and only such whose
 * marker names a server of this machine's (on Linux: this container's) process table.
 * @param home what the processes' `HOME` is; on Windows nothing can be found
 */
export async function findLeftovers(home: string, table: ProcessTable = processTable()): Promise<readonly Leftover[]> {
  const entries = await table.list();
  const marked = await table.variable(MARKER_VARIABLE, entries);
  const carriers = entries.filter((entry) => marked.has(entry.pid));
  const homes = await table.variable('HOME', carriers);
  const startTimes = new Map(entries.map((entry) => [entry.pid, entry.startTime]));
  const spared = ancestors(entries);
  const found = new Map<string, ProcessEntry[]>();
  for (const entry of carriers) {
    if (homes.get(entry.pid) !== home || spared.has(entry.pid)) continue;
    // The outermost server that is dead: what its agents had started themselves goes with them.
    const marker = markersIn(marked.get(entry.pid) ?? '').find((one) => isDead(markerOwner(one), startTimes));
    if (marker !== undefined) found.set(marker, [...(found.get(marker) ?? []), entry]);
  }
  return [...found].map(([marker, processes]) => ({
    marker,
    server: markerOwner(marker)?.pid ?? 0,
    processes: processes.toSorted((a, b) => a.startTime - b.startTime),
  }));
}

/** Ends leftovers and whatever has come of them since; resolves with what could not be ended. `graceMs`: SIGTERM to SIGKILL. */
export async function endLeftover(
  { marker, processes }: Leftover,
  graceMs: number,
  table: ProcessTable = processTable(),
): Promise<readonly Survivor[]> {
  const [oldest] = processes;
  if (oldest === undefined) return [];
  return endTree(new ProcessTree(oldest.pid, marker, oldest.startTime), table, graceMs);
}

function isDead(owner: MarkerOwner | undefined, startTimes: ReadonlyMap<number, number>): boolean {
  // What cannot be judged from here counts as alive.
  if (owner === undefined || owner.table !== thisTable()) return false;
  const startTime = startTimes.get(owner.pid);
  return startTime === undefined || (owner.startTime !== 0 && owner.startTime !== startTime);
}

/** This process and all above it. */
function ancestors(entries: readonly ProcessEntry[]): ReadonlySet<number> {
  const parents = new Map(entries.map((entry) => [entry.pid, entry.parent]));
  const found = new Set<number>();
  for (let pid = process.pid; pid > 0 && !found.has(pid); pid = parents.get(pid) ?? 0) found.add(pid);
  return found;
}
