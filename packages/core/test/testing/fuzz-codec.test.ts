import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FuzzError, fuzzCodec, loadTranscripts, runSteps, type Transcript } from '../../src/testing/index.js';
import { alterActions, alterCodec } from './broken/alter-codec.js';
import { toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));
const adapter = toyAdapter();

function fuzzToy(options: Partial<Parameters<typeof fuzzCodec>[0]> = {}) {
  return fuzzCodec({ adapter, transport: 'lines', transcripts: transcripts.values(), ...options });
}

function errorOf(run: () => unknown): FuzzError {
  try {
    run();
  } catch (error) {
    return error as FuzzError;
  }
  throw new Error('nothing was thrown');
}

describe('fuzzCodec', () => {
  it('finds nothing in a codec that keeps the rules, and comes to everything that it can say', () => {
    const lines = fuzzToy({ runs: 20_000 });
    expect(lines.runs).toBe(20_000);
    expect(lines.steps).toBeGreaterThan(200_000);
    for (const count of Object.values(lines.settled)) expect(count).toBeGreaterThan(1000);
    for (const type of [
      'session',
      'ready',
      'text',
      'tool',
      'approval',
      'withdrawn',
      'usage',
      'steer',
      'models',
      'notice',
      'unknown',
    ] as const) {
      expect(lines.events[type], type).toBeGreaterThan(500);
    }
    expect(fuzzToy({ transport: 'once', runs: 5000 }).settled.completed).toBeGreaterThan(2000);
  });

  it('makes the same runs for the same seed, and others for another', () => {
    const count = (seed: number) => fuzzToy({ seed, runs: 300 });
    expect(count(7)).toEqual(count(7));
    expect(count(7)).not.toEqual(count(8));
  });

  it('makes every call and every kind of damage', () => {
    const calls = new Map<string, number>();
    const note = (kind: string) => calls.set(kind, (calls.get(kind) ?? 0) + 1);
    const watched = toyAdapter((codec) =>
      alterCodec(codec, (actions, { call, first, running }) => {
        note(call);
        if (call === 'interrupt' || call === 'steer') note(`${call} ${running ? 'in time' : 'too late'}`);
        if (call === 'frame') note(frameKind(first));
        return actions;
      }),
    );
    fuzzToy({ adapter: watched, runs: 3000 });
    for (const kind of ['open', 'frame', 'lost', 'prompt', 'interrupt', 'steer', 'answer', 'models', 'exit']) {
      expect(calls.get(kind), kind).toBeGreaterThan(50);
    }
    for (const kind of [
      'interrupt too late',
      'steer too late',
      'recorded',
      'broken off',
      'unknown',
      'strange',
      'changed',
    ]) {
      expect(calls.get(kind), kind).toBeGreaterThan(50);
    }
  });

  it('shows the fewest steps that break the rule, and how to repeat them', () => {
    const broken = toyAdapter(alterActions((action) => (action.type === 'usage' ? { ...action, output: -1 } : action)));
    const error = errorOf(() => fuzzToy({ adapter: broken, seed: 3 }));
    expect(error.name).toBe('FuzzError');
    expect(error.steps.map(({ call }) => call)).toEqual(['frame', 'prompt', 'frame']);
    expect(error.message).toContain('figures: -1');
    expect(error.message).toContain(`seed 3, run ${error.run}, transcript "`);
    for (const step of error.steps) expect(error.message).toContain(JSON.stringify(step));
    const { transcript, steps } = error;
    expect(() => runSteps({ adapter: broken, transcript, steps })).toThrow(/^figures/);
    expect(runSteps({ adapter, transcript, steps }).at(-1)).toEqual({ type: 'ready' });
    expect(errorOf(() => fuzzToy({ adapter: broken, seed: 3 })).steps).toEqual(steps);
  });

  it('lets recorded replies be fitted to what was really sent', () => {
    const numbered = toyAdapter((codec) =>
      alterCodec(codec, (actions, { call }) => (call === 'open' ? [{ type: 'send', line: '{"id":77}' }] : actions)),
    );
    const seen: string[] = [];
    fuzzToy({
      adapter: numbered,
      runs: 50,
      correlate: (frame, sent) => {
        seen.push(sent[0] ?? 'nothing');
        return frame.replace('"type":"hello"', '"type":"hi"');
      },
    });
    expect(new Set(seen)).toEqual(new Set(['{"id":77}']));
    const deaf = fuzzToy({ runs: 200, correlate: (frame) => frame.replace('"type":"hello"', '"type":"hi"') });
    expect(deaf.settled.completed).toBe(0);
  });

  it('refuses to run on nothing', () => {
    expect(() => fuzzToy({ transport: 'smoke' })).toThrow(/no transcript of the transport smoke/);
    expect(() => fuzzToy({ transcripts: [] })).toThrow(TypeError);
  });

  it('hands a task on that no codec can change', () => {
    const careless = toyAdapter((codec) => ({
      ...alterCodec(codec, (actions) => actions),
      prompt: (task) => codec.prompt(Object.assign(task.machine, { home: '/' }) && task),
    }));
    expect(errorOf(() => fuzzToy({ adapter: careless })).cause.id).toBe('no-throw');
  });
});

const recorded = new Set(
  [...transcripts.values()].flatMap(({ lines }: Transcript) =>
    lines.flatMap((line) => ('out' in line ? [line.out] : [])),
  ),
);

function frameKind(frame: string): string {
  if (recorded.has(frame)) return 'recorded';
  if (frame.includes('a_type_that_does_not_exist')) return 'unknown';
  try {
    const { type } = JSON.parse(frame);
    return typeof type === 'string' && [...recorded].some((known) => known.startsWith(`{"type":"${type}"`))
      ? 'changed'
      : 'strange';
  } catch {
    return [...recorded].some((known) => known.startsWith(frame) && frame !== '') ? 'broken off' : 'strange';
  }
}
