import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessEntry, ProcessTable } from './process-table.js';
import type { ProcessTree } from './process-tree.js';

const PAUSE = 20;
const ROUNDS = 100;

/**
 * Ends what a process that goes on living has left behind: its descendants in sessions other than its own, which is where agents run
 * their tools' commands. What shares its session (a launcher's child, servers that the agent itself started) stays. False when
 * something could not be ended.
 */
export async function endStrays(tree: ProcessTree, table: ProcessTable, graceMs: number): Promise<boolean> {
  const look = async () => (await tree.find(table)).members.filter((entry) => entry.session !== tree.root);
  let strays: readonly ProcessEntry[] = await look();
  for (const entry of strays) await table.signal(entry, 'SIGTERM');
  const until = performance.now() + graceMs;
  while (strays.length > 0 && performance.now() < until) {
    await delay(PAUSE);
    strays = await look();
  }
  for (let round = 0; strays.length > 0 && round < ROUNDS; round += 1) {
    for (const entry of strays) await table.signal(entry, 'SIGKILL');
    await delay(PAUSE);
    strays = await look();
  }
  return strays.length === 0;
}
