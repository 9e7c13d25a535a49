import { describe, expect, it } from 'vitest';
import { reshaped, retyped, strangeFrame, truncated } from '../../src/testing/damage-frame.js';
import { Random } from '../../src/testing/random.js';

const FRAME = '{"type":"done","answer":"Yes","usage":{"input":1,"output":[2,{"deep":3}]}}';
const random = new Random(5);
const many = <Result>(make: () => Result): Result[] => Array.from({ length: 500 }, make);

describe('damage of frames', () => {
  it('truncates to a real beginning', () => {
    const lengths = new Set(
      many(() => truncated(random, FRAME)).map((part) => (FRAME.startsWith(part) ? part.length : -1)),
    );
    expect([...lengths].every((length) => length >= 0 && length < FRAME.length)).toBe(true);
    expect(lengths.size).toBeGreaterThan(40);
    expect(truncated(random, '')).toBe('');
  });

  it('changes the kind and nothing else', () => {
    for (const frame of many(() => retyped(random, FRAME))) {
      expect(JSON.parse(frame)).toEqual({ ...JSON.parse(FRAME), type: 'a_type_that_does_not_exist' });
    }
    const both = new Set(many(() => retyped(random, '{"type":"system","subtype":"init"}')));
    expect(both.size).toBe(2);
    for (const frame of ['not JSON', '[1]', '{"a":1}']) expect(retyped(random, frame)).toBe(frame);
  });

  it('changes one value at any depth', () => {
    const frames = new Set(many(() => reshaped(random, FRAME)));
    expect(frames.size).toBeGreaterThan(40);
    const parsed = [...frames].map((frame) => JSON.parse(frame));
    expect(parsed.some(({ type }) => typeof type !== 'string')).toBe(true);
    expect(parsed.some(({ answer }) => answer === undefined)).toBe(true);
    expect(parsed.some(({ usage }) => usage?.input === -1)).toBe(true);
    expect(parsed.some(({ usage }) => Array.isArray(usage?.output) && usage.output[1]?.deep !== 3)).toBe(true);
    for (const frame of ['not JSON', '[]', '{}', '7', 'null']) expect(reshaped(random, frame)).toBe(frame);
  });

  it('has strange frames of every kind, none with an LF', () => {
    const strange = new Set(many(() => strangeFrame(random)));
    expect(strange.size).toBeGreaterThan(20);
    for (const frame of strange) expect(frame).not.toContain('\n');
  });
});

describe('Random', () => {
  it('repeats itself for the same seed', () => {
    const series = (seed: number) => {
      const own = new Random(seed);
      return many(() => own.below(1000));
    };
    expect(series(1)).toEqual(series(1));
    expect(series(1)).not.toEqual(series(2));
  });

  it('spreads evenly', () => {
    const own = new Random(0);
    const counts = [0, 0, 0, 0, 0];
    for (let count = 0; count < 50_000; count += 1) {
      const index = own.below(5);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    const chances = many(() => own.chance(0.2)).filter(Boolean).length;
    expect(chances).toBeGreaterThan(60);
    expect(chances).toBeLessThan(150);
  });

  it('cannot pick from nothing', () => {
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
