import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProcessSpec } from '../../src/process/agent-process.js';
import { Lifeline } from '../../src/process/lifeline.js';
import { startProcess } from '../../src/process/start-process.js';
import { AT_ONCE, aliveWith, escaped, firstOutput, HopLog, isRunning, program, specOf, until } from './support.js';

/** What is promised, ms; on a machine that has far more to do than it can, the same within a minute. */
const LIMIT = (loadavg()[0] ?? 0) > 2 * availableParallelism() ? 60_000 : 5_000;

interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  /** In the environment of the server and of all that comes of it. */
  readonly mark: string;
  readonly lifeline: number;
  readonly agents: readonly { readonly pid: number; readonly marker: string }[];
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function launch(mark: string, specs: readonly ProcessSpec[]): ChildProcess {
  const child = spawn(process.execPath, [program('server.mjs'), JSON.stringify(specs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // As an agent's server has it around itself.
    env: { ...process.env, AGENTMOUNT_PROCESS: mark },
    detached: true,
  });
  started.push(child);
  return child;
}

async function startServer(...specs: readonly ProcessSpec[]): Promise<Server> {
  const mark = randomUUID();
  const child = launch(mark, specs);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  await until('the server to be up', () => text.includes('\n'));
  return { child, pid: child.pid ?? 0, mark, ...JSON.parse(text) };
}

/** Waits until nothing of a server is left, and says how long that took, ms. */
async function goneAfter({ mark }: Pick<Server, 'mark'>): Promise<number> {
  const since = performance.now();
  await until('all to be gone', () => aliveWith(mark).length === 0);
  return performance.now() - since;
}

describe('after SIGKILL of the server nothing is left within five seconds', () => {
  test('of agents in all their forms, the watchdog and the private folder included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agentmount-'));
    writeFileSync(join(folder, 'secret'), 'x');
    const server = await startServer(
      { ...specOf('escapes.sh'), folder },
      specOf('ignores-term.mjs'),
      specOf('forks.sh'),
    );
    await escaped(server.agents[0]?.marker ?? '');
    process.kill(server.pid, 'SIGKILL');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
    expect(existsSync(folder)).toBe(false);
  });

  test('of one that is in a new session and a new process all the time', async () => {
    const log = new HopLog();
    try {
      const server = await startServer(specOf('hops.sh', log.path));
      await log.begun();
      process.kill(server.pid, 'SIGKILL');
      expect(await goneAfter(server)).toBeLessThan(LIMIT);
      expect(await log.isStill()).toBe(true);
    } finally {
      log.remove();
    }
  });

  test('of what wiped its environment and lost its parent, once it was seen with it', async () => {
    const line =
      'env -i setsid sh -c "trap \\"\\" TERM; while :; do /bin/sleep 1; done" "$AGENTMOUNT_PROCESS" & echo ready; sleep 3; exec sleep 600';
    const server = await startServer({
      command: '/bin/sh',
      args: ['-c', line],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    // The second sleep is there once the look of each second has surely been.
    await until('the second sleep', () => aliveWith(server.mark).some((pid) => commandLine(pid) === 'sleep 600'));
    process.kill(server.pid, 'SIGKILL');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
  });

  test('of one whose name could be taken for other fields of the process table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agentmount-test-'));
    const path = join(folder, 'x) Z 1 1\n1 1 1');
    copyFileSync('/bin/sleep', path);
    // The same name beside it belongs to nobody of ours.
    const bystander = spawn(path, ['600'], { stdio: 'ignore', detached: true });
    started.push(bystander);
    const line = '"$0" 600 >/dev/null & setsid "$0" 600 >/dev/null & echo ready; wait';
    const server = await startServer({
      command: '/bin/sh',
      args: ['-c', line, path],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    await until('both', () => aliveWith(server.agents[0]?.marker ?? '?').length === 3);
    process.kill(server.pid, 'SIGKILL');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
    expect(isRunning(bystander.pid ?? 0)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test('when the server had been stopped before', async () => {
    const server = await startServer(specOf('ignores-term.mjs'));
    process.kill(server.pid, 'SIGSTOP');
    await delay(500);
    expect(server.agents.map(({ pid }) => isRunning(pid))).toEqual([true]);
    process.kill(server.pid, 'SIGKILL');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
  });

  test('when its whole group got a signal', async () => {
    const server = await startServer(specOf('ignores-term.mjs'));
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL']) process.kill(-server.pid, signal);
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
  });

  test('when the watchdog had been killed before', async () => {
    const server = await startServer(specOf('ignores-term.mjs'));
    process.kill(server.lifeline, 'SIGKILL');
    await until('another watchdog', () => lifelinesOf(server).some((pid) => pid !== server.lifeline));
    process.kill(server.pid, 'SIGKILL');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
  });

  test('at any moment of its start', async () => {
    const begun = performance.now();
    const whole = await startServer(specOf('escapes.sh'), specOf('ignores-term.mjs'), specOf('escapes.sh'));
    const duration = performance.now() - begun;
    process.kill(whole.pid, 'SIGKILL');
    await goneAfter(whole);
    // From before its first process to after its last, wherever these are on this machine today.
    for (let part = 0.3; part < 1.1; part += 0.1) {
      const mark = randomUUID();
      const child = launch(mark, [specOf('escapes.sh'), specOf('ignores-term.mjs'), specOf('escapes.sh')]);
      await delay(part * duration);
      child.kill('SIGKILL');
      const since = performance.now();
      await until('all to be gone', () => aliveWith(mark).length === 0);
      expect(performance.now() - since).toBeLessThan(LIMIT);
    }
  });
});

describe('a server that ends', () => {
  test('well: nothing is left, and nobody else is harmed', async () => {
    const [server, other] = await Promise.all([
      startServer(specOf('escapes.sh')),
      startServer(specOf('ignores-term.mjs')),
    ]);
    server.child.stdin?.write('end\n');
    await until('the server to be gone', () => !isRunning(server.pid));
    expect(aliveWith(server.mark)).toEqual([]);
    expect([other.pid, other.lifeline, ...other.agents.map(({ pid }) => pid)].map(isRunning)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('on the spot: what it left is ended', async () => {
    const server = await startServer(specOf('ignores-term.mjs'));
    server.child.stdin?.write('exit\n');
    expect(await goneAfter(server)).toBeLessThan(LIMIT);
  });
});

describe('the watchdog', () => {
  test('costs less than 5 MB, one process, and no open file of ours or of the agent', async () => {
    const server = await startServer(specOf('ignores-term.mjs'), specOf('closes-stdout.sh'));
    const lifelines = lifelinesOf(server);
    expect(lifelines).toEqual([server.lifeline]);
    const status = readFileSync(`/proc/${server.lifeline}/status`, 'latin1');
    expect(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(5_000);
    expect(sockets(server.lifeline)).toEqual(['0']);
    // Its stdin and stderr; it has closed its stdout itself.
    expect(sockets(server.agents[1]?.pid ?? 0)).toEqual(['0', '2']);
  });

  test('is told of every session that begins and ends, and forgets what is gone', async () => {
    const lifeline = new Lifeline();
    const agent = await startProcess(specOf('ignores-term.mjs'), { lifeline });
    await firstOutput(agent);
    const pid = lifeline.pid ?? 0;
    await agent.end(AT_ONCE);
    // Nothing is announced any more, so it ends at once.
    const since = performance.now();
    await lifeline.close();
    expect(isRunning(pid)).toBe(false);
    expect(performance.now() - since).toBeLessThan(LIMIT / 5);
    expect(lifeline.pid).toBe(undefined);
    expect(lifeline.problem).toBe(undefined);
  });

  test('starts again after it was closed', async () => {
    const lifeline = new Lifeline();
    await lifeline.announce('one');
    await lifeline.close();
    await lifeline.announce('two');
    expect(isRunning(lifeline.pid ?? 0)).toBe(true);
    lifeline.forget('two');
    await lifeline.close();
  });
});

describe('a shell that cannot be run', () => {
  test('is told, and the agent runs all the same', async () => {
    const lifeline = new Lifeline('/nowhere/sh');
    const agent = await startProcess(specOf('ignores-term.mjs'), { lifeline });
    await until('the reason', () => lifeline.problem?.includes('ENOENT'));
    expect(isRunning(agent.pid)).toBe(true);
    await agent.end(AT_ONCE);
    await lifeline.close();
  });
});

test.each(
  ['/bin/sh', '/bin/dash', '/bin/bash', '/bin/ash', '/usr/bin/yash', '/bin/ksh'].filter((path) => existsSync(path)),
)('the watchdog does its work in %s', async (shell) => {
  const lifeline = new Lifeline(shell);
  const agent = await startProcess(specOf('escapes.sh'), { lifeline });
  await firstOutput(agent);
  const pids = await escaped(agent.marker);
  // Closed with the agent still announced, it does what it does when we are killed.
  await lifeline.close();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(aliveWith(agent.marker)).toEqual([]);
  await agent.end(AT_ONCE);
});

function lifelinesOf({ mark }: Server): number[] {
  return aliveWith(mark).filter((pid) => commandLine(pid).includes(' agentmount-lifeline '));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** The file descriptors of a process that are one end of a pipe that Node.js made. */
function sockets(pid: number): string[] {
  const names = readdirSync(`/proc/${pid}/fd`);
  return names.filter((name) => readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:'));
}
