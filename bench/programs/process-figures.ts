import { readdir, readFile } from 'node:fs/promises';

/** Memory of one process, MB. */
export interface Memory {
  /** All that it has in memory. */
  readonly rss: number;
  /** The same, what it shares with others counted in part: two processes of one program share its code. */
  readonly pss: number;
}

/** Processor time of a process so far, ms, its threads included that still run. Linux only. */
export async function cpuMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = threads.map(async (thread) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
    return Number(text.split(' ')[0]) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

/** What a process has in memory. Linux only. */
export async function memory(pid: number): Promise<Memory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * 1024) / 1e6;
  return { rss: field('Rss'), pss: field('Pss') };
}

/** Whether no thread of the process runs or waits for a processor. Linux only. */
export async function isAsleep(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ') S');
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  });
  return (await Promise.all(states)).every((state) => state === 'S');
}
