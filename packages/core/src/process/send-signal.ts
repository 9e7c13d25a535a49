import type { SignalResult } from './process-table.js';

/** Sends a signal by POSIX means; a negative id names a group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): SignalResult {
  // 0 and -1 would reach our own group, or everything.
  if (!Number.isSafeInteger(pid) || pid === 0 || pid === -1) return 'gone';
  try {
    process.kill(pid, signal);
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'refused' : 'gone';
  }
}
