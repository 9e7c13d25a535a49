import { readFile } from 'node:fs/promises';
import { processTable } from './process-table.js';
import { runTool } from './run-tool.js';

/**
 * What a process and those in its session have in memory, bytes; pages that they share are counted for each. Undefined where the
 * system does not tell.
 */
export async function residentMemory(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  const session = (await processTable().list()).filter((entry) => entry.pid === pid || entry.session === pid);
  const sizes = await Promise.all(session.map((entry) => sizeOf(entry.pid)));
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sum > 0 ? sum : undefined;
}

/** 0 when it is not told. */
async function sizeOf(pid: number): Promise<number> {
  const text =
    process.platform === 'linux'
      ? (/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'latin1').catch(() => ''))?.[1] ?? '')
      : await runTool(['ps', '-o', 'rss=', '-p', String(pid)]);
  return (Number(text.trim()) || 0) * 1024;
}
