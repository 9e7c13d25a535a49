import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** One process as the operating system lists it. Fields that could not be read are absent. */
export interface ProcessRecord {
  readonly pid: number;
  readonly ppid: number;
  /** Process group. */
  readonly pgid: number;
  /** Session id; absent outside Linux. */
  readonly sid?: number;
  /** One letter as `ps` shows it; `Z` is a zombie. */
  readonly state: string;
  readonly command: readonly string[];
  /** The environment that the process was started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** All processes that this user can see, zombies included. */
export async function snapshotProcesses(): Promise<ProcessRecord[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const records = await Promise.all(pids.map((pid) => readLinuxProcess(Number(pid))));
    return records.filter((record) => record !== undefined);
  }
  const run = promisify(execFile);
  const { stdout } = await run('ps', ['-axwwE', '-o', 'pid=,ppid=,pgid=,state=,command='], { maxBuffer: 64_000_000 });
  return parsePsListing(stdout);
}

async function readLinuxProcess(pid: number): Promise<ProcessRecord | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the name in parentheses, which may hold spaces and parentheses itself.
  const [state = '?', ppid, pgid, sid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Of a zombie nothing more is left; a machine may have thousands of them.
  const [cmdline, environ, cwd] = await Promise.all(
    state === 'Z'
      ? ['', '', undefined]
      : [
          readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
          readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
          readlink(`/proc/${pid}/cwd`).catch(() => undefined),
        ],
  );
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const command = cmdline.split('\0').filter((part) => part !== '');
  return {
    pid,
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    state,
    command: command.length === 0 ? [`[${name}]`] : command,
    environment: Object.fromEntries(environ.split('\0').flatMap(readAssignment)),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** Reads a listing of `ps -E -o pid=,ppid=,pgid=,state=,command=`, where the environment follows the command. */
export function parsePsListing(listing: string): ProcessRecord[] {
  return listing.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid, ppid, pgid, state = '?', rest = ''] = match;
    const words = rest.split(' ').filter((word) => word !== '');
    return [
      {
        pid: Number(pid),
        ppid: Number(ppid),
        pgid: Number(pgid),
        state: state.charAt(0),
        command: words.filter((word) => readAssignment(word).length === 0),
        environment: Object.fromEntries(words.flatMap(readAssignment)),
      },
    ];
  });
}

function readAssignment(words: string): [string, string][] {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(words);
  return match?.[1] === undefined ? [] : [[match[1], match[2] ?? '']];
}
