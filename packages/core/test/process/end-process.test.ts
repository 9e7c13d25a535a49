import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startProcess } from '../../src/process/start-process.js';
import { AT_ONCE, aliveWith, escaped, firstOutput, HopLog, isRunning, specOf, until } from './support.js';

describe('how a process is ended', () => {
  test('politely: the end of its input is enough', async () => {
    const agent = await startProcess({ command: '/bin/cat', args: [], env: {}, cwd: '/' });
    expect(await agent.end({ politeMs: 60_000, killGraceMs: 60_000 })).toEqual([]);
    expect(await agent.exit).toMatchObject({ code: 0, signal: null });
  });

  test('by SIGTERM, with time to say its last words', async () => {
    const line = 'trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.1; done';
    const agent = await startProcess({
      command: '/bin/sh',
      args: ['-c', line],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    await firstOutput(agent);
    const last = firstOutput(agent);
    await agent.end({ politeMs: 0, killGraceMs: 60_000 });
    expect(await last).toBe('bye\n');
    expect(await agent.exit).toMatchObject({ code: 7, signal: null });
  });

  test('by SIGKILL when SIGTERM is ignored', async () => {
    const agent = await startProcess(specOf('ignores-term.mjs'));
    await firstOutput(agent);
    expect(await agent.end(AT_ONCE)).toEqual([]);
    expect(isRunning(agent.pid)).toBe(false);
    expect(await agent.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('a later call can hurry an earlier one, and not slow it down', async () => {
    const agent = await startProcess(specOf('ignores-term.mjs'));
    await firstOutput(agent);
    const slow = agent.end({ politeMs: 600_000, killGraceMs: 600_000 });
    await delay(50);
    expect(isRunning(agent.pid)).toBe(true);
    const fast = agent.end(AT_ONCE);
    const last = agent.end({ politeMs: 600_000, killGraceMs: 600_000 });
    expect(await Promise.all([slow, fast, last])).toEqual([[], [], []]);
    expect(isRunning(agent.pid)).toBe(false);
  });

  test('a stopped process too', async () => {
    const agent = await startProcess(specOf('ignores-term.mjs'));
    await firstOutput(agent);
    process.kill(agent.pid, 'SIGSTOP');
    expect(await agent.end(AT_ONCE)).toEqual([]);
    expect(isRunning(agent.pid)).toBe(false);
  });
});

describe('nothing survives', () => {
  test('of what left the group, the session, its parents, or its marker', async () => {
    const agent = await startProcess(specOf('escapes.sh'));
    await firstOutput(agent);
    const pids = await escaped(agent.marker);
    expect(await agent.end(AT_ONCE)).toEqual([]);
    expect(aliveWith(agent.marker)).toEqual([]);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test('when the process exits by itself', async () => {
    const agent = await startProcess(specOf('escapes.sh'));
    await firstOutput(agent);
    const pids = await escaped(agent.marker);
    agent.endInput();
    expect(await agent.exit).toMatchObject({ code: 0 });
    await until('all to be gone', () => aliveWith(agent.marker).length === 0 && !pids.some(isRunning));
  });

  test('when the process is killed by somebody else', async () => {
    const agent = await startProcess(specOf('escapes.sh'));
    await firstOutput(agent);
    await escaped(agent.marker);
    process.kill(agent.pid, 'SIGKILL');
    await until('all to be gone', () => aliveWith(agent.marker).length === 0);
  });

  test('of one that forks all the time', async () => {
    const agent = await startProcess(specOf('forks.sh'));
    await firstOutput(agent);
    await until('some children', () => aliveWith(agent.marker).length > 10);
    expect(await agent.end(AT_ONCE)).toEqual([]);
    expect(aliveWith(agent.marker)).toEqual([]);
  });

  test('of one that is in a new session and a new process all the time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const log = new HopLog();
      try {
        const agent = await startProcess(specOf('hops.sh', log.path));
        await log.begun();
        expect(await agent.end(AT_ONCE)).toEqual([]);
        expect(await log.isStill()).toBe(true);
      } finally {
        log.remove();
      }
    }
  });

  test('of one that wiped its environment and lost its parent, once it was seen with it', async () => {
    const line =
      'env -i setsid sh -c "trap \\"\\" TERM; while :; do /bin/sleep 1; done" "$AGENTMOUNT_PROCESS" & echo ready; sleep 4';
    const agent = await startProcess({
      command: '/bin/sh',
      args: ['-c', line],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    await firstOutput(agent);
    const pids = await until('the child', () => {
      const alive = aliveWith(agent.marker).filter((pid) => pid !== agent.pid);
      return alive.length > 0 && alive;
    });
    await agent.exit;
    await agent.end(AT_ONCE);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test('of a server like ours that the agent runs, its watchdog and its own agents included', async () => {
    const inner = [specOf('escapes.sh'), specOf('ignores-term.mjs')];
    const agent = await startProcess(specOf('server.mjs', JSON.stringify(inner)));
    const said = JSON.parse(await firstOutput(agent));
    await escaped(said.agents[0].marker);
    expect(isRunning(said.lifeline)).toBe(true);
    await agent.end(AT_ONCE);
    expect(aliveWith(agent.marker)).toEqual([]);
    for (const { marker } of said.agents) expect(aliveWith(marker)).toEqual([]);
    expect(isRunning(said.lifeline)).toBe(false);
  });

  test('and nothing else is hit: not a process of the same user, nor one that only has another marker', async () => {
    const stranger = spawn('/bin/sleep', ['600'], {
      env: { AGENTMOUNT_PROCESS: 'another' },
      detached: true,
      stdio: 'ignore',
    });
    const first = await startProcess(specOf('ignores-term.mjs'));
    const second = await startProcess(specOf('ignores-term.mjs'));
    await Promise.all([firstOutput(first), firstOutput(second)]);
    await first.end(AT_ONCE);
    expect(isRunning(second.pid)).toBe(true);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
    await second.end(AT_ONCE);
    stranger.kill('SIGKILL');
  });
});
