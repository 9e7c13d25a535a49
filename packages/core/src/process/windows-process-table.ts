import type { ProcessEntry, ProcessTable, SignalResult } from './process-table.js';
import { runTool } from './run-tool.js';

/** Process id, parent id and start (UTC, 100 ns ticks) of every process, one line each. */
export const LIST_COMMAND = [
  'powershell.exe',
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  'Get-CimInstance Win32_Process | ForEach-Object { "{0} {1} {2}" -f $_.ProcessId, $_.ParentProcessId, $(if ($_.CreationDate) { $_.CreationDate.ToUniversalTime().Ticks } else { 0 }) }',
];

/** Ends a process and everything below it that still hangs together; Windows has no softer way for a program without a window. */
export function taskkillCommand(pid: number): readonly string[] {
  return ['taskkill.exe', '/T', '/F', '/PID', String(pid)];
}

/** Windows: a listing through PowerShell, ends through `taskkill`. Another process's environment cannot be read by plain means. */
export class WindowsProcessTable implements ProcessTable {
  async list(): Promise<readonly ProcessEntry[]> {
    return parseList(await runTool(LIST_COMMAND));
  }

  async variable(): Promise<ReadonlyMap<number, string>> {
    return new Map();
  }

  stopNewest(): readonly ProcessEntry[] {
    return [];
  }

  lastId(): undefined {
    return undefined;
  }

  startTimeOf(): undefined {
    return undefined;
  }

  async signal(entry: ProcessEntry, signal: NodeJS.Signals): Promise<SignalResult> {
    // A process cannot be stopped and continued here, and a polite end is the closing of its input, which has been before.
    if (signal !== 'SIGKILL') return 'sent';
    const now = (await this.list()).find(({ pid }) => pid === entry.pid);
    if (now?.startTime !== entry.startTime) return 'gone';
    await runTool(taskkillCommand(entry.pid));
    return 'sent';
  }

  async signalGroup(): Promise<SignalResult> {
    return 'gone';
  }
}

/** Reads what {@link LIST_COMMAND} prints. A parent that is younger than its child is another process that was given the id. */
export function parseList(text: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(\d+) (\d+) (\d+)\s*$/.exec(line);
    // Ticks are beyond 2^53; a millisecond is fine enough.
    if (match) entries.push(entryOf(Number(match[1]), Number(match[2]), Number(BigInt(match[3] ?? 0) / 10_000n)));
  }
  const started = new Map(entries.map((entry) => [entry.pid, entry.startTime]));
  return entries.map((entry) => ((started.get(entry.parent) ?? 0) > entry.startTime ? { ...entry, parent: 0 } : entry));
}

function entryOf(pid: number, parent: number, startTime: number): ProcessEntry {
  return { pid, parent, group: 0, session: 0, startTime };
}
