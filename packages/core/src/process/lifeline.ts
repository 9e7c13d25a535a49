import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { lifelineScript } from './lifeline-script.js';
import { MARKER_VARIABLE } from './marker.js';
import { processTable } from './process-table.js';
import type { TreeSession } from './process-tree.js';

/** How often a watchdog that was killed is started again. */
const RESTARTS = 20;
/** How long a start waits at most for the watchdog to take its announcement, ms. */
const ANNOUNCE_LIMIT = 1_000;

interface Announced {
  readonly folder: string | undefined;
  readonly sessions: Map<number, TreeSession>;
}

/**
 * A watchdog outside this process: a shell that holds one end of a pipe, and ends what was announced to it once the other end is
 * closed, be it by `kill -9`. It lives in a session of its own, so that no signal for our group reaches it, and ends by itself when
 * nothing is left to end. One serves a whole server. Not available on Windows.
 */
export class Lifeline {
  readonly #announced = new Map<string, Announced>();
  #child: ChildProcess | undefined;
  #restarts = 0;
  #problem: string | undefined;
  readonly #shell: string;

  /** `shell` is a POSIX shell. */
  constructor(shell = '/bin/sh') {
    this.#shell = shell;
  }

  /** The watchdog's process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Why agents would outlive a `kill -9` of this process, or undefined while they would not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** To be awaited before the process of this marker is started, so that there is no moment at which it is unknown. */
  async announce(marker: string, folder?: string): Promise<void> {
    const announced = { folder, sessions: new Map<number, TreeSession>() };
    this.#announced.set(marker, announced);
    if (!this.#child) this.#start();
    else this.#write(linesOf(marker, announced));
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return;
    const taken = new Promise<void>((resolve) => {
      stdin.write('', () => resolve());
    });
    await Promise.race([taken, delay(ANNOUNCE_LIMIT, undefined, { ref: false })]);
  }

  /** A session of the process's tree has begun. */
  sessionBegun(marker: string, session: TreeSession): void {
    const announced = this.#announced.get(marker);
    if (!announced) return;
    announced.sessions.set(session.id, session);
    this.#write([sessionLine(marker, session)]);
  }

  /** A session of the process's tree has ended, and its id may be given to somebody else. */
  sessionEnded(marker: string, session: TreeSession): void {
    if (this.#announced.get(marker)?.sessions.delete(session.id)) this.#write([`x ${marker} ${session.id}`]);
  }

  /** Nothing is left of the process's tree. */
  forget(marker: string): void {
    if (this.#announced.delete(marker)) this.#write([`- ${marker}`]);
  }

  /** Lets the watchdog go, which ends what is still announced; resolves when it has ended itself. It starts again with the next announcement. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    this.#announced.clear();
    const exited = once(child, 'exit').catch(() => undefined);
    child.ref();
    child.stdin?.end();
    await exited;
  }

  #start(): void {
    if (process.platform === 'win32') {
      this.#problem = 'no watchdog is available on Windows';
      return;
    }
    const outer = process.env[MARKER_VARIABLE];
    const born = String(processTable().startTimeOf(process.pid) ?? 0);
    // What is known goes along as arguments: between the start and a first line we might be killed.
    const known = [...this.#announced].flatMap(([marker, announced]) => linesOf(marker, announced));
    const args = ['-c', lifelineScript(process.platform), 'agentmount-lifeline', born, ...known];
    const child = spawn(this.#shell, args, {
      cwd: '/',
      detached: true,
      // Of our environment only what lets a server above us find it.
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', ...(outer && { [MARKER_VARIABLE]: outer }) },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child = child;
    this.#problem = undefined;
    child.unref();
    child.stdin.on('error', () => undefined);
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
    child.once('error', (error) => this.#gone(child, error.message));
    child.once('exit', (code, signal) => this.#gone(child, `it ended with ${signal ?? code}`));
  }

  #gone(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#problem = `the watchdog could not be kept running: ${reason}`;
    if (this.#announced.size === 0 || this.#restarts >= RESTARTS) return;
    this.#restarts += 1;
    this.#start();
  }

  #write(lines: readonly string[]): void {
    const stdin = this.#child?.stdin;
    if (stdin?.writable && lines.length > 0) stdin.write(`${lines.join('\n')}\n`);
  }
}

function linesOf(marker: string, { folder, sessions }: Announced): readonly string[] {
  const lines = [`m ${marker}`, ...[...sessions.values()].map((session) => sessionLine(marker, session))];
  // A line end in a path would begin another record.
  return folder === undefined || folder.includes('\n') ? lines : [...lines, `f ${marker} ${folder}`];
}

function sessionLine(marker: string, session: TreeSession): string {
  // Only on Linux does the shell read start times in the same unit.
  const start = process.platform === 'linux' ? session.leaderStart : undefined;
  return `s ${marker} ${session.id} ${start ?? '-'}`;
}

let shared: Lifeline | undefined;

/** The one watchdog of this server. */
export function sharedLifeline(): Lifeline {
  shared ??= new Lifeline();
  return shared;
}
