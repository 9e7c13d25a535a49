import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ProcessSpec } from '../../src/process/agent-process.js';
import { Lifeline } from '../../src/process/lifeline.js';
import { startProcess } from '../../src/process/start-process.js';
import { AT_ONCE, aliveWith, firstOutput, isRunning, program, specOf, until } from './support.js';

interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly lifeline: number;
  readonly agents: readonly { readonly pid: number; readonly marker: string }[];
}

const servers: ChildProcess[] = [];
afterEach(() => {
  for (const child of servers.splice(0)) child.kill('SIGKILL');
});

async function startServer(...specs: readonly ProcessSpec[]): Promise<Server> {
  const child = spawn(process.execPath, [program('server.mjs'), JSON.stringify(specs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  servers.push(child);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const said = await until('the server to be up', () => text.includes('\n') && JSON.parse(text));
  return { child, pid: child.pid ?? 0, ...said };
}

/** Waits until nothing of a server is left, and says how long that took, ms. */
async function goneAfter({ lifeline, agents }: Server, pids: readonly number[]): Promise<number> {
  const started = performance.now();
  await until('all to be gone', () => {
    const marked = agents.flatMap((agent) => aliveWith(agent.marker));
    return marked.length === 0 && ![...pids, lifeline].some(isRunning);
  });
  return performance.now() - started;
}

function everyone({ agents }: Server): Promise<number[]> {
  // escapes.sh: itself, its cat, and the four that it leaves behind with what they start.
  return until('all descendants', () => {
    const alive = agents.flatMap((agent) => aliveWith(agent.marker));
    return alive.length >= 7 * agents.length && alive;
  });
}

test('after SIGKILL of the server nothing is left within five seconds, the watchdog included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmount-'));
  writeFileSync(join(folder, 'secret'), 'x');
  const server = await startServer({ ...specOf('escapes.sh'), folder }, specOf('ignores-term.mjs'), specOf('forks.sh'));
  const pids = await until('all descendants', () => {
    const alive = server.agents.flatMap((agent) => aliveWith(agent.marker));
    return alive.length >= 12 && alive;
  });
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.lifeline}/status`, 'latin1'))?.[1];
  expect(Number(rss)).toBeLessThan(5_000);
  process.kill(server.pid, 'SIGKILL');
  expect(await goneAfter(server, pids)).toBeLessThan(5_000);
  await until('the folder to be removed', () => !existsSync(folder));
});
