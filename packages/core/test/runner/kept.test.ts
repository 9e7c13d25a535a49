import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentAdapter, Settings } from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner, TOY_PROGRAM, type ToyRunner } from './toy-runner.js';

const PROGRAM = `#!/bin/sh
[ "$1" = --version ] && echo 1.2.3 && exit
echo $$ >> "$HOME/starts"
exec "${process.execPath}" "${TOY_PROGRAM}" "$@"
`;
const SESSION = 'toy-00c0ffee';

const keeping = (settings: Partial<Settings> = {}, adapter?: AgentAdapter) =>
  createToyRunner({ program: PROGRAM, settings: { keepMs: 600_000, ...settings }, ...(adapter && { adapter }) });

async function starts(toy: ToyRunner): Promise<readonly number[]> {
  const text = await readFile(join(toy.work, '..', 'starts'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

async function answerOf(
  toy: ToyRunner,
  prompt: string,
  more: Record<string, unknown> = {},
): Promise<string | undefined> {
  const report = await (await toy.runner.start({ prompt, ...more })).report;
  expect(report).toMatchObject({ status: 'completed', session: SESSION });
  return report.answer?.text;
}

function alive(pid: number | undefined): boolean {
  if (pid === undefined || !(pid > 1)) throw new Error('no process id');
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a kept process', () => {
  it('serves the next turn of its own session, and ends with the server', async () => {
    await using toy = await keeping();
    expect(await answerOf(toy, 'echo one')).toBe('one');
    const [pid] = await starts(toy);
    expect(alive(pid)).toBe(true);
    expect(await answerOf(toy, 'echo two', { session: SESSION })).toBe('two');
    expect(await answerOf(toy, 'echo three', { session: SESSION })).toBe('three');
    expect(await starts(toy)).toEqual([pid]);
    await toy.runner.close();
    expect(alive(pid)).toBe(false);
  });

  it('serves no turn under another model, and is ended before one begins', async () => {
    await using toy = await keeping();
    await answerOf(toy, 'echo one');
    expect(await answerOf(toy, 'echo two', { session: SESSION, model: 'toy-large' })).toBe('two');
    const pids = await starts(toy);
    expect(pids).toHaveLength(2);
    expect(alive(pids[0])).toBe(false);
  });

  it('is ended when another server has used its session meanwhile', async () => {
    await using toy = await keeping();
    await answerOf(toy, 'echo one');
    const other = await toy.again({ keepMs: 0 });
    expect(await (await other.start({ prompt: 'echo two', session: SESSION })).report).toMatchObject({
      status: 'completed',
    });
    expect(await answerOf(toy, 'echo three', { session: SESSION })).toBe('three');
    const pids = await starts(toy);
    expect(pids).toHaveLength(3);
    expect(alive(pids[0])).toBe(false);
  });

  it('is ended when a file that it read has changed', async () => {
    const staleFiles = (machine: { home: string }) => [join(machine.home, 'settings.json')];
    await using toy = await keeping({}, { ...toyAdapter(), staleFiles } as unknown as AgentAdapter);
    await answerOf(toy, 'echo one');
    await writeFile(join(toy.work, '..', 'settings.json'), '{}');
    expect(await answerOf(toy, 'echo two', { session: SESSION })).toBe('two');
    expect(await starts(toy)).toHaveLength(2);
  });

  it('goes after its time', async () => {
    await using toy = await keeping({ keepMs: 50 });
    await answerOf(toy, 'echo one');
    const [pid] = await starts(toy);
    while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('that died is replaced by one that continues the session', async () => {
    await using toy = await keeping();
    await answerOf(toy, 'echo one');
    const [pid] = await starts(toy);
    expect(alive(pid)).toBe(true);
    process.kill(Number(pid), 'SIGKILL');
    expect(await answerOf(toy, 'echo two', { session: SESSION })).toBe('two');
  });

  it('is none after a turn that failed, and on a transport that takes one prompt only', async () => {
    await using toy = await keeping();
    await (await toy.runner.start({ prompt: 'fail other' })).report;
    await (await toy.runner.start({ prompt: 'echo one', transport: 'once' })).report;
    for (const pid of await starts(toy)) expect(alive(pid)).toBe(false);
  });
});
