import { describe, expect, it } from 'vitest';
import { dollars, plural, shortCount, shortDuration, withCounts } from '../../src/texts/numbers.js';

describe('shortCount', () => {
  it.each([
    [0, '0'],
    [310, '310'],
    [999, '999'],
    [1000, '1k'],
    [4200, '4.2k'],
    [9949, '9.9k'],
    [9999, '10k'],
    [18_240, '18k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_300_000, '1.3M'],
    [123_456_789, '123M'],
  ])('%d is %s', (count, text) => expect(shortCount(count)).toBe(text));
});

describe('shortDuration', () => {
  it.each([
    [0, '0.0s'],
    [400, '0.4s'],
    [9800, '9.8s'],
    [9949, '9.9s'],
    [9950, '10s'],
    [41_000, '41s'],
    [99_400, '99s'],
    [125_000, '2m 5s'],
    [180_000, '3m'],
    [3_599_999, '1h'],
    [3_720_000, '1h 2m'],
  ])('%d ms is %s', (ms, text) => expect(shortDuration(ms)).toBe(text));
});

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [12.3, '$12.30'],
    [0.42, '$0.42'],
    [0.034, '$0.034'],
    [0.00012, '$0.00012'],
    [0.000000001, '$0.00000000'],
  ])('%d is %s', (amount, text) => expect(dollars(amount)).toBe(text));
});

describe('words', () => {
  it('writes a count only where it says something', () => {
    expect(
      withCounts([
        ['read_file', 2],
        ['edit', 1],
      ]),
    ).toBe('read_file×2, edit');
    expect(withCounts([])).toBe('');
    expect(plural(1, 'turn')).toBe('1 turn');
    expect(plural(2, 'turn')).toBe('2 turns');
  });
});
