import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { RawServer } from './raw-server.js';

/** What was seen of a server while it worked. */
export interface ServerWatch {
  /** Memory before the work, bytes. */
  readonly idle: number;
  /** Most memory during the work, bytes. */
  readonly peak: number;
  /** How long each `ping` took, ms; the next one is sent 50 ms after an answer. */
  readonly pings: readonly number[];
}

/**
 * Watches a server's memory, and how soon it answers `ping`, while `work` runs. Linux only.
 * @param work is to resolve when the load is over @throws Error when a ping is answered with an error, or not within 100 s
 */
export async function watchServer(server: RawServer, work: () => Promise<void>): Promise<ServerWatch> {
  const idle = await residentBytes(server.pid);
  let peak = idle;
  const pings: number[] = [];
  let over = false;
  const memory = (async () => {
    while (!over) {
      peak = Math.max(peak, await residentBytes(server.pid));
      await delay(20);
    }
  })();
  const pinging = (async () => {
    while (!over) {
      const since = performance.now();
      const { result } = await server.request('ping', {}, 100_000);
      if (result === undefined) throw new Error('ping was answered with an error');
      pings.push(performance.now() - since);
      await delay(50);
    }
  })();
  try {
    await work();
  } finally {
    over = true;
    await Promise.all([memory, pinging]);
  }
  return { idle, peak, pings };
}

/** What a process has in memory, bytes. Linux only. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
