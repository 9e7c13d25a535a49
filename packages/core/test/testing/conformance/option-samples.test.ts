import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { optionNames, optionSamples } from '../../../src/testing/conformance/option-samples.js';
import { toyAdapter } from '../toy/toy-adapter.js';

const options = z.strictObject({
  level: z.enum(['low', 'high']).optional(),
  quiet: z.boolean().optional(),
  most: z.number().int().min(5).optional(),
  name: z.string().optional(),
  hue: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  either: z.union([z.literal('all'), z.boolean()]).optional(),
});
const adapter = { ...toyAdapter(), options } as never;

describe('optionSamples', () => {
  it('takes from the schema what can be tried', () => {
    const samples = Object.fromEntries(optionSamples(adapter, {}).map(({ name, values }) => [name, values]));
    expect(samples).toEqual({
      level: ['low', 'high'],
      quiet: [true],
      most: [5, 6],
      name: ['sample-1', 'sample-2'],
      // Nobody can guess a text of a form; the author has to give some.
      hue: [],
      either: ['all', true],
    });
    expect(optionNames(adapter)).toEqual(Object.keys(samples));
  });

  it('takes what the author gives in its place, as far as the schema does', () => {
    const given = { hue: ['#00ff00', 'green'], level: ['high'] };
    const samples = Object.fromEntries(optionSamples(adapter, given).map(({ name, values }) => [name, values]));
    expect(samples).toMatchObject({ hue: ['#00ff00'], level: ['high'] });
  });

  it('finds none in what is no object', () => {
    expect(optionSamples({ ...toyAdapter(), options: z.string() } as never, {})).toEqual([]);
  });
});
