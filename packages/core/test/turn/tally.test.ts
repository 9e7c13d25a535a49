import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/event.js';
import { Tally } from '../../src/turn/tally.js';

const SETTLED: Event = { type: 'settled', outcome: 'completed' };
const usage = (scope: 'step' | 'prompt' | 'total', input: number, output: number, cost?: number): Event => ({
  type: 'usage',
  scope,
  input,
  output,
  ...(cost !== undefined && { cost }),
});

function tallyOf(events: readonly Event[], baseline?: { input: number; output: number; cost?: number }): Tally {
  const tally = new Tally('/repo', baseline);
  for (const event of events) tally.add(event);
  return tally;
}

describe('usage', () => {
  it('is unknown, not zero, when nothing was said', () => {
    expect(tallyOf([SETTLED]).usage).toBeUndefined();
  });

  it('adds up steps over prompts', () => {
    const tally = tallyOf([usage('step', 100, 5), usage('step', 100, 5, 0.5), SETTLED, usage('step', 10, 1)]);
    expect(tally.usage).toEqual({ input: 210, output: 11, cost: 0.5 });
  });

  it('takes a figure for the whole prompt before steps and totals', () => {
    expect(
      tallyOf([usage('step', 1, 1), usage('total', 900, 90), usage('prompt', 70, 7), SETTLED], { input: 0, output: 0 })
        .usage,
    ).toEqual({ input: 70, output: 7 });
  });

  it('takes the difference of running totals, also over several prompts', () => {
    const tally = tallyOf([usage('total', 1100, 55), SETTLED, usage('total', 1200, 60), SETTLED], {
      input: 1000,
      output: 50,
    });
    expect(tally.usage).toEqual({ input: 200, output: 10 });
  });

  it('is unknown for a running total whose beginning nobody knows', () => {
    expect(tallyOf([usage('total', 1100, 55), SETTLED]).usage).toBeUndefined();
  });

  it('begins again when the session changes', () => {
    const tally = tallyOf([usage('total', 1100, 55)], { input: 1000, output: 50 });
    tally.sessionChanged();
    tally.add(usage('total', 30, 3));
    tally.add(SETTLED);
    expect(tally.usage).toEqual({ input: 130, output: 8 });
  });
});

describe('tools', () => {
  it('counts each call once, by the name that came last, and not those of sub-agents', () => {
    const tally = tallyOf([
      { type: 'tool', phase: 'start', id: '1', name: 'shell' },
      { type: 'tool', phase: 'update', id: '1', name: 'shell' },
      { type: 'tool', phase: 'end', id: '1', ok: true },
      { type: 'tool', phase: 'start', id: '2' },
      { type: 'tool', phase: 'update', id: '2', name: 'read' },
      { type: 'tool', phase: 'end', id: '3', name: 'shell' },
      { type: 'tool', phase: 'start', id: '4', name: 'grep', nested: true },
      { type: 'tool', phase: 'start', id: '5' },
      { type: 'tool', phase: 'end', id: '5' },
    ]);
    expect(tally.tools).toEqual([
      ['shell', 2],
      ['read', 1],
      ['unnamed tool', 1],
    ]);
    expect(tally.runningTool).toBe('grep');
  });

  it('holds its memory under a flood', () => {
    const tally = new Tally('/repo');
    for (let index = 0; index < 200_000; index += 1) {
      tally.add({ type: 'tool', phase: 'start', id: `call-${index}`, name: 'shell' });
      tally.add({ type: 'file', path: `file-${index}` });
      tally.add({ type: 'unknown', frame: `kind-${index}` });
      tally.add({ type: 'notice', level: 'info', text: `notice ${index}` });
    }
    expect(tally.tools).toEqual([['shell', 200_000]]);
    expect(tally.files.length).toBeLessThanOrEqual(500);
    expect(tally.unknown.length).toBeLessThanOrEqual(41);
    expect(tally.notices.length).toBeLessThanOrEqual(41);
  });

  it('holds it also under names, ids and paths that are megabytes long, each other than the last', () => {
    const tally = new Tally('/repo');
    const long = (index: number) => `${index} ${'x'.repeat(1_000_000)}`;
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 500; index += 1) {
      tally.add({ type: 'tool', phase: 'start', id: long(index), name: long(index) });
      tally.add({ type: 'file', path: long(index) });
      tally.add({ type: 'unknown', frame: long(index) });
      tally.add({ type: 'notice', level: 'info', text: long(index) });
      tally.add({ type: 'model', id: long(index) });
    }
    expect(tally.tools).toHaveLength(101);
    expect(tally.tools[0]).toEqual(['other tools', 400]);
    const kept = JSON.stringify([tally.tools, tally.files, tally.unknown, tally.notices, tally.model]);
    expect(kept.length).toBeLessThan(100_000);
    // A slice of a text keeps all of it: 140 of those that are kept would be 140 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });

  it('says what it left out', () => {
    const tally = new Tally('/repo');
    for (let index = 0; index < 501; index += 1) tally.add({ type: 'file', path: `file-${index}` });
    expect(tally.notices).toEqual(['more files were written than the 500 that are listed here']);
    for (let index = 0; index < 40; index += 1) tally.add({ type: 'notice', level: 'info', text: `notice ${index}` });
    expect(tally.notices.at(-1)).toBe('more was said that a reader should know, and is left out here');
  });
});

describe('files', () => {
  it('shows those inside the directory relative to it, others whole', () => {
    const tally = tallyOf([
      { type: 'file', path: '/repo/src/a.ts' },
      { type: 'file', path: 'b.ts' },
      { type: 'file', path: '/repository/c.ts' },
      { type: 'file', path: '../d.ts' },
    ]);
    expect(tally.files).toEqual(['src/a.ts', 'b.ts', '/repository/c.ts', '/d.ts']);
  });
});

describe('rounds', () => {
  it('adds up steps, and lets the figure of a prompt replace that prompt alone', () => {
    const tally = tallyOf([
      { type: 'rounds', scope: 'step', count: 1 },
      { type: 'rounds', scope: 'prompt', count: 4 },
      SETTLED,
      { type: 'rounds', scope: 'step', count: 1 },
    ]);
    expect(tally.rounds).toBe(5);
    expect(new Tally('/repo').rounds).toBeUndefined();
  });
});
