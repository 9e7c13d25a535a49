import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { cpuWaitMs } from '../../src/process/cpu-wait.js';
import { until } from './support.js';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(command: string, ...args: string[]): number {
  const child = spawn(command, args, { stdio: 'ignore' });
  started.push(child);
  return child.pid ?? 0;
}

describe.runIf(process.platform === 'linux')('the time that a process waits for a processor', () => {
  test('grows while others want the same one, and not while it sleeps', async () => {
    const busy = ['-c', '0', 'sh', '-c', 'while :; do :; done'];
    const rivals = [start('taskset', ...busy), start('taskset', ...busy), start('taskset', ...busy)];
    const sleeper = start('sleep', '600');
    await until('the rivals to wait for each other', () => Math.max(...rivals.map(cpuWaitMs)) > 300);
    expect(cpuWaitMs(sleeper)).toBeLessThan(300);
  });
});

test('is 0 for a process that there is not', () => {
  expect(cpuWaitMs(2 ** 30)).toBe(0);
});
