import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamedText } from '../../src/contract/streamed-text.js';

function streamed(pieces: readonly string[]): StreamedText {
  const text = new StreamedText();
  for (const piece of pieces) text.add(piece);
  return text;
}

describe('StreamedText', () => {
  it('tells what a whole text adds to its pieces, however they were cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2_000 })), fc.string({ maxLength: 50 }), (pieces, rest) => {
        expect(streamed(pieces).restOf(pieces.join('') + rest)).toBe(rest);
      }),
      { numRuns: 200 },
    );
  });

  it('knows a text that does not begin with them', () => {
    expect(streamed(['ab', 'c']).restOf('ababc')).toBeUndefined();
    expect(streamed(['abc']).restOf('ab')).toBeUndefined();
    expect(streamed([]).restOf('all')).toBe('all');
    expect(streamed(['x'.repeat(5_000), 'y']).restOf(`${'x'.repeat(5_001)}y`)).toBeUndefined();
  });

  it('takes no memory for what it has seen', () => {
    const before = process.memoryUsage().heapUsed;
    const text = new StreamedText();
    for (let index = 0; index < 2_000; index += 1) text.add(`${index} ${'x'.repeat(100_000)}`);
    expect(text.isEmpty).toBe(false);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });
});
