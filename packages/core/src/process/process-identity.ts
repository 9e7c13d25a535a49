import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { parseProcStat } from './proc-stat.js';
import { runTool } from './run-tool.js';

/**
 * Names one process for good: a process id alone is given again to another process, and the same id exists on every machine.
 * Plain data, so that it can be written to a file and read by another server. An empty string: the platform does not tell.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, in a unit of the platform's own: compare, never compute. */
  readonly startTime: string;
  /** Changes with each boot of the machine, and is the same for no two machines. */
  readonly bootId: string;
  /** The machine's name, for people, and where nothing better is known. */
  readonly host: string;
  /** Stays over boots. */
  readonly machineId: string;
  /** The process table that `pid` counts in: a container has its own. */
  readonly pidNamespace: string;
}

/** The identity of a process of this machine (default: this one), or undefined when none of that id is alive. */
export async function processIdentity(pid: number = process.pid): Promise<ProcessIdentity | undefined> {
  const startTime = await startTimeOf(pid);
  if (startTime === undefined) return undefined;
  return { pid, startTime, ...(await place()) };
}

/**
 * Whether the named process is alive. Age plays no part. True also where it cannot be known: a process of another machine or of
 * another container cannot be asked from here, so it counts as alive.
 */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  const here = await place();
  const bootsKnown = identity.bootId !== '' && here.bootId !== '';
  if (!bootsKnown || identity.bootId !== here.bootId) {
    const sameMachine = identity.host === here.host && identity.machineId === here.machineId;
    if (!sameMachine) return true;
    // A name alone is no machine: containers on two of them may share it.
    if (bootsKnown) return identity.machineId === '';
  }
  if (identity.pidNamespace !== here.pidNamespace) return true;
  const startTime = await startTimeOf(identity.pid);
  if (startTime === undefined) return false;
  return identity.startTime === '' || startTime === '' || identity.startTime === startTime;
}

/** Undefined: no such process. Empty: it exists, and nobody tells since when. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  if (process.platform === 'linux') {
    const stat = parseProcStat(await text(`/proc/${pid}/stat`));
    if (!stat) return exists(pid) ? '' : undefined;
    return stat.ended ? undefined : String(stat.startTime);
  }
  if (process.platform === 'win32') {
    const ticks = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`;
    return output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', ticks]);
  }
  const [state = '', ...start] = (await output('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)])).split(/\s+/);
  return state.startsWith('Z') ? undefined : start.join(' ');
}

/** Signal 0 changes nothing and tells whether the process is there; EPERM means that it is, and is somebody else's. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

type Place = Omit<ProcessIdentity, 'pid' | 'startTime'>;
let known: Promise<Place> | undefined;

/** Asked once: it cannot change while this process lives, except the name, which must stay as it was written in locks. */
function place(): Promise<Place> {
  known ??= findPlace();
  return known;
}

async function findPlace(): Promise<Place> {
  const host = hostname();
  if (process.platform === 'linux') {
    const [bootId, machineId, pidNamespace] = await Promise.all([
      text('/proc/sys/kernel/random/boot_id'),
      text('/etc/machine-id').then((id) => id || text('/var/lib/dbus/machine-id')),
      readlink('/proc/self/ns/pid').catch(() => ''),
    ]);
    return { host, bootId: bootId.trim(), machineId: machineId.trim(), pidNamespace };
  }
  const bootId = process.platform === 'darwin' ? await output('sysctl', ['-n', 'kern.bootsessionuuid']) : '';
  const machineId = process.platform === 'darwin' ? await output('sysctl', ['-n', 'kern.uuid']) : '';
  return { host, bootId, machineId, pidNamespace: '' };
}

/** A file that is missing or may not be read is empty. */
function text(path: string): Promise<string> {
  return readFile(path, 'latin1').catch(() => '');
}

async function output(command: string, args: readonly string[]): Promise<string> {
  return (await runTool([command, ...args])).trim();
}
