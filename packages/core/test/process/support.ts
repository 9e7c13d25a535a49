import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AgentProcess, ProcessSpec } from '../../src/process/agent-process.js';

/** The end of a process that shall go at once. */
export const AT_ONCE = { politeMs: 0, killGraceMs: 200 };

/** Path of one of the tiny programs. */
export function program(name: string): string {
  return fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
}

/** What starts one of the tiny programs. */
export function specOf(name: string, ...args: readonly string[]): ProcessSpec {
  const path = program(name);
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
  if (!name.endsWith('.mjs')) return { command: path, args, env, cwd: '/' };
  return { command: process.execPath, args: [path, ...args], env, cwd: '/' };
}

/** Process ids of whatever is alive with a marker in its environment or its arguments, found without any of the code under test. */
export function aliveWith(marker: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).includes(marker) || argumentsOf(pid).includes(marker))
    .map(Number)
    .filter((pid) => isRunning(pid));
}

/** The arguments of a process, as one text; of a watchdog none, since they name what it watches. */
function argumentsOf(pid: string): string {
  const text = read(`/proc/${pid}/cmdline`);
  return text.includes('agentmount-lifeline') ? '' : text;
}

/** Waits until `escapes.sh` has left behind all that it does. */
export async function escaped(marker: string): Promise<number[]> {
  return until('all of what escapes', () => {
    const alive = aliveWith(marker);
    // Seven shells, the cat, and at least some of the sleeps; one shell has no marker, one is stopped.
    const wiped = alive.filter((pid) => !read(`/proc/${pid}/environ`).includes(marker));
    const stopped = alive.filter((pid) => stateOf(pid) === 'T');
    const daemons = alive.filter((pid) => / \(.*\) \S 1 /s.test(read(`/proc/${pid}/stat`)));
    return wiped.length > 0 && stopped.length > 0 && daemons.length > 0 && alive.length >= 8 && alive;
  });
}

/** Whether a process is alive; a zombie is not. */
export function isRunning(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** The letter that the kernel gives for a process's state. */
export function stateOf(pid: number): string | undefined {
  return /^\d+ \(.*\) (\S)/s.exec(read(`/proc/${pid}/stat`))?.[1];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Waits until `condition` gives something true, and returns it; fails after 60 s. Asks seldom enough to leave the machine to what it waits for. */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
): Promise<Exclude<Value, false | undefined>> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<Value, false | undefined>;
    if (performance.now() > deadline) throw new Error(`waited 60 s for: ${what}`);
    await delay(50);
  }
}

/** A file for `hops.sh`, and whether it still grows: the only sure sign of a program that is a new process all the time. */
export class HopLog {
  readonly #folder = mkdtempSync(join(tmpdir(), 'agentmount-test-'));
  readonly path = join(this.#folder, 'hops');

  constructor() {
    writeFileSync(this.path, '');
  }

  /** Waits for some hops. */
  async begun(): Promise<void> {
    await until('some hops', () => this.#size() > 5);
  }

  /** Whether there was no hop in all of a time in which there would have been hundreds. */
  async isStill(): Promise<boolean> {
    const before = this.#size();
    await delay(1_500);
    return this.#size() === before;
  }

  /** Ends what hops, too. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #size(): number {
    return statSync(this.path).size;
  }
}

/** Waits for the first output of a process. */
export function firstOutput(agent: AgentProcess): Promise<string> {
  return new Promise((resolve) => agent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8'))));
}

/** Reads all of a process's output. */
export async function allOutput(agent: AgentProcess): Promise<string> {
  const chunks: Buffer[] = [];
  agent.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await agent.exit;
  return Buffer.concat(chunks).toString('utf8');
}
