import { expect, it } from 'vitest';
import { readOrder } from '../command-line.js';

const known = ['start', 'flood'];

it('takes names and flags in any order', () => {
  expect(readOrder([], known)).toEqual({ names: [], quick: false });
  expect(readOrder(['flood', '--out', 'figures', '--quick', 'start'], known)).toEqual({
    names: ['flood', 'start'],
    quick: true,
    out: 'figures',
  });
});

it('refuses what it does not know, by name, and a flag without its folder', () => {
  expect(() => readOrder(['flod'], known)).toThrow('"flod" is no benchmark; there are start, flood.');
  expect(() => readOrder(['--fast'], known)).toThrow('"--fast" is no benchmark');
  expect(() => readOrder(['--out'], known)).toThrow('--out needs a folder.');
});
