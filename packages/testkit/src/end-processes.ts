import type { ProcessRecord } from './process-snapshot.js';
import { type ProcessTarget, targetSelector } from './process-target.js';
import { processesWith } from './processes-with.js';
import { waitFor } from './wait-for.js';

/** Sends SIGKILL to every process of the target, by its id, until none is left. @returns the ones that were found first */
export async function endProcesses(target: ProcessTarget): Promise<ProcessRecord[]> {
  const first = await processesWith(targetSelector(target));
  await waitFor(
    async () => {
      const found = await processesWith(targetSelector(target));
      for (const { pid } of found) killIfAlive(pid);
      return found.length === 0;
    },
    { timeoutMs: 30_000, what: () => `the killed processes ${first.map(({ pid }) => pid).join(', ')} to be gone` },
  );
  return first;
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
