import { describe, expect, it } from 'vitest';
import { asAmount, asCount, asList, asWord, fieldOf, isFields, parseFields } from '../../src/index.js';

describe('parseFields', () => {
  it.each(['', 'half a li', '5', '"text"', 'null', '[]', '{"a":1'])('takes no %j for an object', (line) => {
    expect(parseFields(line)).toBeUndefined();
  });

  it('gives the object of a line', () => {
    expect(parseFields(' {"a":{"b":null}}\r')).toEqual({ a: { b: null } });
  });
});

describe('fieldOf', () => {
  it('reads own fields of objects, and nothing of whatever else there is', () => {
    expect(fieldOf({ a: 0 }, 'a')).toBe(0);
    for (const value of [undefined, null, 5, 'text', ['a'], {}]) expect(fieldOf(value, 'length')).toBeUndefined();
    expect(fieldOf({}, 'constructor')).toBeUndefined();
    expect(fieldOf(parseFields('{"__proto__":{"a":1}}'), 'a')).toBeUndefined();
  });
});

describe('what a field is taken for', () => {
  it('is what it is, or undefined', () => {
    expect([asWord('a'), asWord(''), asWord(1), asWord(null)]).toEqual(['a', undefined, undefined, undefined]);
    expect([asCount(0), asCount(1.5), asCount(-1), asCount('1'), asCount(2 ** 60)]).toEqual([
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([asAmount(0.5), asAmount(-0.5), asAmount(Number.NaN), asAmount(Number.POSITIVE_INFINITY)]).toEqual([
      0.5,
      undefined,
      undefined,
      undefined,
    ]);
    expect([asList([1]), asList('ab'), asList({ length: 1 })]).toEqual([[1], [], []]);
    expect([isFields({}), isFields([]), isFields(null)]).toEqual([true, false, false]);
  });
});
