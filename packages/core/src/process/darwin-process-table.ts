import type { ProcessEntry, ProcessTable, SignalResult } from './process-table.js';
import { runTool } from './run-tool.js';
import { sendSignal } from './send-signal.js';

/** Columns without headings; each needs its own `-o`, since what follows the `=` is the heading. */
export const LIST_COMMAND = ['ps', '-ax', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'lstart='];

/** `-E` puts the environment behind the command; `-ww` keeps the line whole. Shown for processes of the same user only. */
export const ENVIRONMENT_COMMAND = ['ps', '-ax', '-E', '-ww', '-o', 'pid=', '-o', 'command='];

/** macOS and the BSDs: what `ps` prints. */
export class DarwinProcessTable implements ProcessTable {
  async list(): Promise<readonly ProcessEntry[]> {
    return parseList(await runTool(LIST_COMMAND));
  }

  async variable(name: string, entries: readonly ProcessEntry[]): Promise<ReadonlyMap<number, string>> {
    if (entries.length === 0) return new Map();
    const wanted = new Set(entries.map((entry) => entry.pid));
    const values = parseVariable(await runTool(ENVIRONMENT_COMMAND), name);
    return new Map([...values].filter(([pid]) => wanted.has(pid)));
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
    const command = [
      'ps',
      '-o',
      'pid=',
      '-o',
      'ppid=',
      '-o',
      'pgid=',
      '-o',
      'stat=',
      '-o',
      'lstart=',
      '-p',
      `${entry.pid}`,
    ];
    const [now] = parseList(await runTool(command));
    return now?.startTime === entry.startTime ? sendSignal(entry.pid, signal) : 'gone';
  }

  async signalGroup(group: number, signal: NodeJS.Signals): Promise<SignalResult> {
    return sendSignal(-group, signal);
  }
}

/** Reads what {@link LIST_COMMAND} prints. `sess` says nothing on macOS, so the group stands for the session. */
export function parseList(text: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (!match) continue;
    const [, pid, parent, group, state = '', started = ''] = match;
    if (state.startsWith('Z')) continue;
    const startTime = Date.parse(`${started} UTC`);
    if (Number.isNaN(startTime)) continue;
    entries.push({ pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), startTime });
  }
  return entries;
}

/** Reads one variable from what {@link ENVIRONMENT_COMMAND} prints; right for values without blanks, since nothing separates variables but a blank. */
export function parseVariable(text: string, name: string): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  const pattern = new RegExp(`^\\s*(\\d+)\\s.*?\\s${name}=(\\S*)`);
  for (const line of text.split('\n')) {
    const match = pattern.exec(line);
    if (match) values.set(Number(match[1]), match[2] ?? '');
  }
  return values;
}
