import { DarwinProcessTable } from './darwin-process-table.js';
import { LinuxProcessTable } from './linux-process-table.js';
import { WindowsProcessTable } from './windows-process-table.js';

/** One process that is alive. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Process group; 0 where the platform has none. */
  readonly group: number;
  /** Session, or the closest that the platform tells (macOS: the group); 0 where it has none. */
  readonly session: number;
  /** When it started, in a unit of the platform's own: larger is later, and the same id with another time is another process. */
  readonly startTime: number;
}

/** What came of a signal: `refused` when the process belongs to somebody who may not be signalled from here. */
export type SignalResult = 'sent' | 'gone' | 'refused';

/** The machine's processes, as far as this user may see them. */
export interface ProcessTable {
  /** The processes alive now; those that have ended and are not collected yet are left out. Never rejects. */
  list(): Promise<readonly ProcessEntry[]>;
  /** One environment variable's value by process id, for those of `entries` that have it and may be read. Never rejects. */
  variable(name: string, entries: readonly ProcessEntry[]): Promise<ReadonlyMap<number, string>>;
  /**
   * Stops, within one turn of the event loop, whoever of the processes started last carries a variable with a value that `accepts`
   * takes, and returns them: a listing is too slow for a program that is a new process all the time. Finds nothing where the platform has no quick way.
   */
  stopNewest(name: string, accepts: (value: string) => boolean): readonly ProcessEntry[];
  /**
   * The process id that was given last, read at once; undefined where the platform does not tell. While it stays the same, no process
   * has begun.
   */
  lastId(): number | undefined;
  /** When the process started, read at once; undefined where that takes a program or the process is not there. */
  startTimeOf(pid: number): number | undefined;
  /** Signals one process, having made sure that it is still the one of the entry. */
  signal(entry: ProcessEntry, signal: NodeJS.Signals): Promise<SignalResult>;
  /** Signals all of a group at one stroke, so that none of it can fork out of the way. The caller has just seen it alive. */
  signalGroup(group: number, signal: NodeJS.Signals): Promise<SignalResult>;
}

/** The process table of a platform (default: this one). */
export function processTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'win32') return new WindowsProcessTable();
  if (platform === 'linux' || platform === 'android') return new LinuxProcessTable();
  return new DarwinProcessTable();
}
