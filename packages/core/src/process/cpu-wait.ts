import { readFileSync } from 'node:fs';

/**
 * How long the main thread of a process has been ready to run while the machine gave it no processor, ms since its start. 0 where
 * the system does not tell (it does on Linux), or for a process that is gone.
 */
export function cpuWaitMs(pid: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    // Nanoseconds on a processor, nanoseconds of waiting for one, and how often it got one. Memory, not a disk.
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(waited) / 1e6 || 0;
  } catch {
    return 0;
  }
}
