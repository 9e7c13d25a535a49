import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { RawServer } from '@agentmount/testkit';

/** What was seen of a server while it worked. Bytes and milliseconds. */
export interface ServerWatch {
  readonly idle: number;
  readonly peak: number;
  readonly pings: number;
  readonly slowestPing: number;
}

/**
 * Watches a server's memory, and whether it answers `ping`, while `work` runs.
 * @param work is to resolve when the load is over
 */
export async function watchServer(server: RawServer, work: () => Promise<void>): Promise<ServerWatch> {
  const idle = await residentBytes(server.pid);
  let peak = idle;
  let pings = 0;
  let slowestPing = 0;
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
      slowestPing = Math.max(slowestPing, performance.now() - since);
      pings += 1;
      await delay(50);
    }
  })();
  try {
    await work();
  } finally {
    over = true;
    await Promise.all([memory, pinging]);
  }
  return { idle, peak, pings, slowestPing };
}

/** What a process has in memory. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
