import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ProcessIdentity } from '../../src/process/process-identity.js';
import { thisProcess } from '../../src/state/lock-owner.js';
import { StateFolder } from '../../src/state/state-folder.js';

export { randomNumbers } from './programs/random-numbers.js';

const hooks = new URL('../programs/from-source.mjs', import.meta.url).href;

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-state-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return path;
}

/** The state folder at `path`, as one server sees it. */
export function stateFolder(path: string, silentAfterMs = 60_000): StateFolder {
  return new StateFolder({ statePath: join(path, 'sessions.json'), setting: 'TOY_MCP_STATE', silentAfterMs });
}

/** A signal that nobody aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** A process of this machine that is dead: this one's id was given again. */
export async function deadProcess(): Promise<ProcessIdentity> {
  return { ...(await thisProcess()), startTime: '1' };
}

/** A process of another machine, of which nobody here can say whether it lives. */
export async function foreignProcess(): Promise<ProcessIdentity> {
  return { ...(await thisProcess()), pid: 1, startTime: '1', bootId: 'other', host: 'faraway', machineId: 'other' };
}

/** Waits until `condition` gives something true, and returns it; fails after 110 s. */
export async function until<Value>(what: string, condition: () => Value | Promise<Value>): Promise<Value> {
  const deadline = performance.now() + 110_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`waited 110 s for: ${what}`);
    await delay(10);
  }
}

/** One of the programs in `programs/`, started on the sources. */
export class Program {
  readonly lines: string[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  #errors = '';

  constructor(name: string, args: readonly string[], before: readonly string[] = []) {
    const path = fileURLToPath(new URL(`programs/${name}`, import.meta.url));
    const [command = '', ...rest] = [...before, process.execPath, '--import', hooks, path, ...args];
    this.child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    const { stdout, stderr } = this.child;
    if (!stdout || !stderr) throw new Error('no pipes');
    createInterface({ input: stdout }).on('line', (line) => this.lines.push(line));
    stderr.on('data', (chunk) => {
      this.#errors += chunk;
    });
    this.ended = once(this.child, 'close').then(() => undefined);
    onTestFinished(() => this.kill());
  }

  /** What it wrote to stderr. */
  get errors(): string {
    return this.#errors;
  }

  /** Waits for a line of its stdout that starts so. */
  async line(start: string): Promise<string> {
    const line = await until(`a line that starts with ${start}; ${this.#errors}`, () => {
      const found = this.lines.find((line) => line.startsWith(start));
      if (found === undefined && this.child.exitCode !== null)
        throw new Error(`ended before ${start}: ${this.#errors}`);
      return found;
    });
    return line ?? '';
  }

  /** Ends its stdin, on which it finishes by itself, and waits for that. */
  async finish(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
