import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseProcStat } from './proc-stat.js';
import type { ProcessEntry, ProcessTable, SignalResult } from './process-table.js';
import { sendSignal } from './send-signal.js';

/** Files read before the event loop gets a turn: /proc is memory, so 100 take about a millisecond. */
const BATCH = 100;

/** A search among the newest processes goes over them at least this often, but takes at least and at most so long, ms. */
const HUNT = { passes: 100, atLeast: 8, atMost: 100 };
/** Process ids below the newest one that each pass looks at, and that every tenth does: on a busy machine a process waits for its turn. */
const NEAR = 24;
const FAR = 400;
/** Ids above the newest one, which is on while we look. */
const AHEAD = 3;

/** Linux: all of it from `/proc`. */
export class LinuxProcessTable implements ProcessTable {
  async list(): Promise<readonly ProcessEntry[]> {
    const entries: ProcessEntry[] = [];
    const pids = readProcessIds();
    for (const [index, pid] of pids.entries()) {
      if (index % BATCH === BATCH - 1) await nextTurn();
      const entry = readEntry(pid);
      if (entry) entries.push(entry);
    }
    return entries;
  }

  async variable(name: string, entries: readonly ProcessEntry[]): Promise<ReadonlyMap<number, string>> {
    const values = new Map<number, string>();
    for (const [index, { pid }] of entries.entries()) {
      if (index % BATCH === BATCH - 1) await nextTurn();
      const value = findVariable(readProcFile(`/proc/${pid}/environ`), name);
      if (value !== undefined) values.set(pid, value);
    }
    return values;
  }

  stopNewest(name: string, accepts: (value: string) => boolean): readonly ProcessEntry[] {
    const stopped: ProcessEntry[] = [];
    // Whoever is gone, or has another environment, need not be looked at again: most passes are about new ones only.
    const settled = new Set<number>();
    const started = performance.now();
    for (let pass = 0; ; pass += 1) {
      const elapsed = performance.now() - started;
      if (elapsed > HUNT.atMost || (elapsed > HUNT.atLeast && pass >= HUNT.passes)) return stopped;
      const newest = readNewestProcessId();
      const oldest = newest - (pass % 10 === 9 ? FAR : NEAR);
      for (let pid = newest + AHEAD; pid > 1 && pid >= oldest; pid -= 1) {
        if (settled.has(pid)) continue;
        const path = `/proc/${pid}/environ`;
        // An error with its stack would cost more than the question.
        const environ = existsSync(path) ? readProcFile(path) : NOTHING;
        const value = findVariable(environ, name);
        if (value !== undefined && accepts(value) && sendSignal(pid, 'SIGSTOP') === 'sent') {
          const entry = readEntry(pid);
          if (entry) stopped.push(entry);
          settled.add(pid);
        } else if (environ.length > 0 || (pid <= newest && !readEntry(pid))) {
          // No environment and yet alive: in the middle of an exec.
          settled.add(pid);
        }
      }
    }
  }

  lastId(): number | undefined {
    return readNewestProcessId() || undefined;
  }

  startTimeOf(pid: number): number | undefined {
    return parseProcStat(readProcFile(`/proc/${pid}/stat`).toString('latin1'))?.startTime;
  }

  async signal(entry: ProcessEntry, signal: NodeJS.Signals): Promise<SignalResult> {
    const now = readEntry(entry.pid);
    return now?.startTime === entry.startTime ? sendSignal(entry.pid, signal) : 'gone';
  }

  async signalGroup(group: number, signal: NodeJS.Signals): Promise<SignalResult> {
    return sendSignal(-group, signal);
  }
}

/** The value of a variable in the content of `/proc/PID/environ`, where each `NAME=value` ends with a NUL. */
export function findVariable(environ: Buffer, name: string): string | undefined {
  const start = Buffer.from(`${name}=`);
  for (let at = environ.indexOf(start); at >= 0; at = environ.indexOf(start, at + 1)) {
    if (at > 0 && environ[at - 1] !== 0) continue;
    const end = environ.indexOf(0, at);
    return environ.toString('utf8', at + start.length, end < 0 ? environ.length : end);
  }
  return undefined;
}

function readProcessIds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isSafeInteger(pid) && pid > 0);
  } catch {
    return [];
  }
}

/** The id that was given last in this process's own table; the fifth field of the load average. */
function readNewestProcessId(): number {
  return Number(readProcFile('/proc/loadavg').toString('latin1').trim().split(' ')[4]) || 0;
}

function readEntry(pid: number): ProcessEntry | undefined {
  const stat = parseProcStat(readProcFile(`/proc/${pid}/stat`).toString('latin1'));
  if (!stat || stat.ended) return undefined;
  const { parent, group, session, startTime } = stat;
  return { pid, parent, group, session, startTime };
}

const buffer = Buffer.allocUnsafe(32 * 1024);
const NOTHING = Buffer.alloc(0);

/**
 * Synchronous on purpose: four trips through the thread pool for each of some hundred tiny files cost ten times as much, and
 * nothing here waits for a disk. A file that is gone or may not be read is empty. The result is only valid until the next call.
 */
function readProcFile(path: string): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return NOTHING;
  }
  try {
    let length = readSync(file, buffer);
    if (length < buffer.length && length < 4096) return buffer.subarray(0, length);
    const parts: Buffer[] = [];
    for (; length > 0; length = readSync(file, buffer)) parts.push(Buffer.from(buffer.subarray(0, length)));
    return Buffer.concat(parts);
  } catch {
    return NOTHING;
  } finally {
    closeSync(file);
  }
}
