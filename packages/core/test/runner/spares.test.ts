import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentAdapter, Settings } from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner, TOY_PROGRAM, type ToyRunner } from './toy-runner.js';

/** The toy agent, which writes down each process of it that starts. */
const COUNTING = `#!/bin/sh
[ "$1" = --version ] && echo 1.2.3 && exit
echo $$ >> "$HOME/starts"
exec "${process.execPath}" "${TOY_PROGRAM}" "$@"
`;

async function withSpares(
  settings: Partial<Settings> = {},
  adapter?: AgentAdapter,
  environment?: Record<string, string>,
): Promise<ToyRunner> {
  return createToyRunner({
    program: COUNTING,
    settings: { spares: 1, ...settings },
    ...(adapter && { adapter }),
    ...(environment && { environment }),
  });
}

async function starts(toy: ToyRunner): Promise<readonly number[]> {
  const text = await readFile(join(toy.work, '..', 'starts'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

async function startsBecome(toy: ToyRunner, count: number): Promise<readonly number[]> {
  for (;;) {
    const pids = await starts(toy);
    if (pids.length >= count) return pids;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function answerOf(
  toy: ToyRunner,
  prompt: string,
  more: Record<string, unknown> = {},
): Promise<string | undefined> {
  const report = await (await toy.runner.start({ prompt, ...more })).report;
  expect(report).toMatchObject({ status: 'completed', notices: [] });
  return report.answer?.text;
}

const alive = (pid: number | undefined) => {
  try {
    if (pid !== undefined) process.kill(pid, 0);
    return pid !== undefined;
  } catch {
    return false;
  }
};

describe('a waiting process', () => {
  it('comes after the first turn, serves the next one, and is replaced', async () => {
    await using toy = await withSpares();
    expect(await starts(toy)).toEqual([]);
    expect(await answerOf(toy, 'echo one')).toBe('one');
    await startsBecome(toy, 2);
    expect(await answerOf(toy, 'echo two')).toBe('two');
    const pids = await startsBecome(toy, 3);
    expect(new Set(pids).size).toBe(3);
    await expect.poll(() => alive(pids[1]), { timeout: 15_000 }).toBe(false);
    await toy.runner.close();
    for (const pid of await starts(toy)) expect(alive(pid)).toBe(false);
  });

  it('that died is replaced before anyone notices', async () => {
    await using toy = await withSpares();
    await answerOf(toy, 'echo one');
    const [, spare] = await startsBecome(toy, 2);
    expect(spare).toBeGreaterThan(1);
    process.kill(Number(spare), 'SIGKILL');
    expect(await answerOf(toy, 'echo two')).toBe('two');
    expect(await toy.runner.sessions({})).toMatchObject({ total: 1 });
  });

  it('that dies on being given its prompt is replaced by a new one with the same prompt', async () => {
    // Every second start is a process that answers the handshake and ends at the next line.
    const program = `#!/bin/sh
[ "$1" = --version ] && echo 1.2.3 && exit
echo $$ >> "$HOME/starts"
if [ "$(wc -l < "$HOME/starts")" = 2 ]; then
  read line; echo '{"type":"hello","session":"toy-bad0bad0"}'; read line; exit 9
fi
exec "${process.execPath}" "${TOY_PROGRAM}" "$@"
`;
    await using toy = await createToyRunner({ program, settings: { spares: 1 } });
    await answerOf(toy, 'echo one');
    await startsBecome(toy, 2);
    expect(await answerOf(toy, 'echo two')).toBe('two');
    const { sessions } = await toy.runner.sessions({});
    expect(sessions.map((session) => session.id)).toEqual(['toy-00c0ffee']);
  });

  it('serves only a turn with its own launch plan', async () => {
    await using toy = await withSpares();
    await answerOf(toy, 'echo one');
    await startsBecome(toy, 2);
    expect(await answerOf(toy, 'echo two', { model: 'toy-large' })).toBe('two');
    const pids = await startsBecome(toy, 4);
    // The one for the old plan made way for one that fits what was asked last.
    await expect.poll(() => alive(pids[1]), { timeout: 15_000 }).toBe(false);
    expect(await answerOf(toy, 'echo three', { model: 'toy-large' })).toBe('three');
  });

  it('is not used when a file that it read has changed since', async () => {
    const adapter = {
      ...toyAdapter(),
      staleFiles: (machine: { home: string }) => [join(machine.home, 'settings.json')],
    } as unknown as AgentAdapter;
    await using toy = await withSpares({}, adapter);
    await answerOf(toy, 'echo one');
    const [, spare] = await startsBecome(toy, 2);
    await writeFile(join(toy.work, '..', 'settings.json'), '{}');
    expect(await answerOf(toy, 'echo two')).toBe('two');
    const pids = await startsBecome(toy, 4);
    expect(pids[1]).toBe(spare);
    expect(alive(spare)).toBe(false);
  });

  it.each([
    ['spares are turned off', { spares: 0 }, {}],
    ['the server runs inside a delegated agent', {}, { AGENTMOUNT_DEPTH: '1' }],
  ])('is not kept when %s', async (_, settings, environment) => {
    await using toy = await withSpares(settings, undefined, environment);
    await answerOf(toy, 'echo one');
    await answerOf(toy, 'echo two');
    expect(await starts(toy)).toHaveLength(2);
  });
});
