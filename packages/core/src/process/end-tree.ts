import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessEntry, ProcessTable } from './process-table.js';
import type { ProcessTree } from './process-tree.js';
import type { Survivor } from './survivor.js';

/** Looks in a row that must find nothing before a tree counts as gone: a process in the middle of an exec can escape one look. */
const EMPTY_LOOKS = 2;
/** Pause between two looks, ms. */
const PAUSE = 20;
/** How long the kernel gets to carry a SIGKILL out before a process counts as stuck, ms. */
const KILL_LIMIT = 5_000;
/** Rounds of stopping before the kill; each finds only what the last one's members had forked while being stopped. */
const STOP_ROUNDS = 20;

/**
 * Ends every member of a tree that is alive; resolves when two looks have found none, with those that could not be ended.
 *
 * First SIGTERM and up to `graceMs`: what is left of an agent may be a `git` that holds a lock file, or a `docker run` whose
 * container lives on when the client is killed. Then all are stopped, so that none can fork a successor, and killed.
 */
export async function endTree(tree: ProcessTree, table: ProcessTable, graceMs: number): Promise<readonly Survivor[]> {
  const survivors = new Map<string, Survivor>();
  const killedAt = new Map<string, number>();
  const reachable = (entries: readonly ProcessEntry[]) => entries.filter((entry) => !survivors.has(keyOf(entry)));
  let lastId: number | undefined;
  const look = async () => {
    lastId = table.lastId();
    return reachable((await tree.find(table)).members);
  };
  /** A look can only be outrun by a process that begins another: where none has begun since it started, nobody outran it. */
  const wasOutrun = () => lastId === undefined || table.lastId() !== lastId;
  const send = async (entries: readonly ProcessEntry[], signal: NodeJS.Signals) => {
    for (const entry of entries) {
      const result = await table.signal(entry, signal);
      if (result === 'refused') survivors.set(keyOf(entry), { pid: entry.pid, reason: 'refused' });
    }
  };

  let members: readonly ProcessEntry[] = await look();
  if (members.length > 0 && graceMs > 0) {
    await send(members, 'SIGTERM');
    // A stopped process acts on SIGTERM only once it goes on.
    await send(members, 'SIGCONT');
    const until = performance.now() + graceMs;
    while (members.length > 0 && performance.now() < until) {
      await delay(PAUSE);
      members = await look();
    }
  }

  for (let empty = 0; ; ) {
    if (members.length === 0 && wasOutrun()) members = reachable(tree.stopNewest(table));
    if (members.length === 0) {
      empty += 1;
      if (empty === EMPTY_LOOKS) return [...survivors.values()];
    } else {
      empty = 0;
      members = await stopAll(tree, table, members, send, look);
      for (const group of groupsOf(tree, members)) await table.signalGroup(group, 'SIGKILL');
      await send(members, 'SIGKILL');
      for (const entry of members) {
        const first = killedAt.get(keyOf(entry)) ?? performance.now();
        killedAt.set(keyOf(entry), first);
        if (performance.now() - first > KILL_LIMIT) survivors.set(keyOf(entry), { pid: entry.pid, reason: 'stuck' });
      }
    }
    await delay(PAUSE);
    members = await look();
  }
}

/** Stops all members until a look finds no new one; returns those found last. */
async function stopAll(
  tree: ProcessTree,
  table: ProcessTable,
  first: readonly ProcessEntry[],
  send: (entries: readonly ProcessEntry[], signal: NodeJS.Signals) => Promise<void>,
  look: () => Promise<readonly ProcessEntry[]>,
): Promise<readonly ProcessEntry[]> {
  let members = first;
  const stopped = new Set<string>();
  for (let round = 0; round < STOP_ROUNDS; round += 1) {
    const fresh = members.filter((entry) => !stopped.has(keyOf(entry)));
    if (fresh.length === 0) break;
    // A whole group at one stroke first: while a signal is pending for a group, its members cannot fork.
    for (const group of groupsOf(tree, fresh)) await table.signalGroup(group, 'SIGSTOP');
    await send(fresh, 'SIGSTOP');
    for (const entry of fresh) stopped.add(keyOf(entry));
    members = await look();
  }
  return members;
}

/** Groups in sessions of the tree's own: all of such a group's members are the tree's. */
function groupsOf(tree: ProcessTree, members: readonly ProcessEntry[]): readonly number[] {
  return [...new Set(members.filter((entry) => tree.ownsSession(entry.session)).map((entry) => entry.group))];
}

function keyOf(entry: ProcessEntry): string {
  return `${entry.pid} ${entry.startTime}`;
}
