import { describe, expect, it } from 'vitest';
import { TurnRegistry } from '../../src/runner/turn-registry.js';
import type { LiveTurn } from '../../src/turn/live-turn.js';
import { createToyRunner } from './toy-runner.js';

describe('ended turns', () => {
  it('are kept with their report and how they stood, and take nothing more', async () => {
    await using toy = await createToyRunner();
    const turn = await toy.runner.start({ prompt: 'echo one' });
    const report = await turn.report;
    const found = toy.runner.find(turn.id);
    expect(found).not.toBe(turn);
    expect(await found?.report).toBe(report);
    expect(found?.view()).toMatchObject({ id: turn.id, state: 'ended', session: report.session });
    expect(toy.runner.find(report.session ?? '')?.id).toBe(turn.id);
    found?.stop('aborted');
    expect(() => found?.steer('more')).toThrow(`turn ${turn.id} has ended; continue its session with a reply`);
    expect(() => found?.followUp('more')).toThrow('has ended');
    expect(() => found?.answer('a', true)).toThrow('has ended');
  });

  it('are forgotten, the oldest first, when their reports together are too long', async () => {
    const registry = new TurnRegistry();
    const ended: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const id = registry.freshId();
      ended.push(id);
      const turn = {
        id,
        report: Promise.resolve({ notices: [], answer: { text: 'x'.repeat(1_000_000), characters: 1_000_000 } }),
        view: () => ({ id, state: 'ended', session: `s${index}`, createdAt: index }),
      };
      registry.add(turn as unknown as LiveTurn);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended.map((id) => registry.find(id) !== undefined)).toEqual([
      ...Array(4).fill(false),
      ...Array(16).fill(true),
    ]);
    expect(registry.find('s19')?.id).toBe(ended[19]);
    expect(registry.find('s0')).toBeUndefined();
  });
});
