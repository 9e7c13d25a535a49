import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { withAmbientTraps } from '../../src/testing/ambient-traps.js';

const looks: readonly [string, () => unknown][] = [
  ['process.env', () => process.env.HOME],
  ['process.cwd', () => process.cwd()],
  ['process.platform', () => process.platform],
  ['process.hrtime', () => process.hrtime()],
  ['Date.now', () => Date.now()],
  ['new Date()', () => new Date()],
  ['Date()', () => Date()],
  ['Math.random', () => Math.random()],
  ['performance.now', () => performance.now()],
  ['crypto.randomUUID', () => crypto.randomUUID()],
  ['crypto.getRandomValues', () => crypto.getRandomValues(new Uint8Array(1))],
  ['crypto.randomUUID', () => randomUUID()],
  ['crypto.randomBytes', () => randomBytes(1)],
  ['fs.existsSync', () => existsSync('/')],
  ['fs.readFileSync', () => readFileSync('/etc/hosts')],
  ['os.homedir', () => homedir()],
  ['setTimeout', () => setTimeout(() => undefined, 0)],
  ['queueMicrotask', () => queueMicrotask(() => undefined)],
];

describe('withAmbientTraps', () => {
  it.each(looks)('does not let %s be looked at', (what, look) => {
    expect(() => withAmbientTraps(look)).toThrow(expect.objectContaining({ name: 'AmbientError', message: what }));
  });

  it('tells also when whoever looked caught it', () => {
    const careful = () => {
      try {
        return Date.now();
      } catch {
        return 0;
      }
    };
    expect(() => withAmbientTraps(careful)).toThrow('Date.now');
  });

  it('lets random numbers be drawn when asked to', () => {
    const draw = () => [Math.random(), crypto.randomUUID(), randomUUID(), randomBytes(1)].length;
    expect(withAmbientTraps(draw, true)).toBe(4);
    expect(() => withAmbientTraps(() => existsSync('/'), true)).toThrow('fs.existsSync');
  });

  it('puts everything back', () => {
    const before = [process.env, process.platform, Date, Math.random, setTimeout, readFileSync, randomUUID];
    for (const [, look] of looks) expect(() => withAmbientTraps(look)).toThrow();
    expect([process.env, process.platform, Date, Math.random, setTimeout, readFileSync, randomUUID]).toEqual(before);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
    expect(Object.hasOwn(crypto, 'randomUUID')).toBe(false);
    for (const [, look] of looks) expect(look).not.toThrow();
  });

  it('lets pure work be done, and hands on its result and what it throws', () => {
    expect(
      withAmbientTraps(() => new Date(0).toISOString() + Math.max(1, 2) + JSON.stringify({ at: Date.UTC(2020, 0) })),
    ).toBe('1970-01-01T00:00:00.000Z2{"at":1577836800000}');
    expect(() =>
      withAmbientTraps(() => {
        throw new RangeError('own');
      }),
    ).toThrow(new RangeError('own'));
    expect(createHash('sha1')).toBeDefined();
  });
});
