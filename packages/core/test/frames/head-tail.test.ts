import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HeadTail } from '../../src/frames/head-tail.js';

function keep(limitHead: number, limitTail: number, ...chunks: readonly (string | Uint8Array)[]): string {
  const keeper = new HeadTail(limitHead, limitTail);
  for (const chunk of chunks) keeper.push(Buffer.from(chunk as string));
  return keeper.text();
}

describe('the first and the last part', () => {
  test('are the whole while it fits', () => {
    expect(keep(4, 4)).toBe('');
    expect(keep(4, 4, 'abcd')).toBe('abcd');
    expect(keep(4, 4, 'ab', 'cdefgh')).toBe('abcdefgh');
    expect(keep(3, 3, 'aéb')).toBe('aéb');
  });

  test('tell how much is missing between them', () => {
    expect(keep(4, 4, 'abcdXefgh')).toBe('abcd\n… 1 bytes left out …\nefgh');
    expect(keep(2, 3, 'ab', 'x'.repeat(12_345), 'yz', '!')).toBe('ab\n… 12,345 bytes left out …\nyz!');
    expect(keep(0, 2, 'abc')).toBe('\n… 1 bytes left out …\nbc');
    expect(keep(2, 0, 'abc')).toBe('ab\n… 1 bytes left out …\n');
  });

  test('hold no half of a character', () => {
    expect(keep(4, 4, 'ab漢cccccc漢yz')).toBe('ab\n… 12 bytes left out …\nyz');
    expect(keep(5, 5, 'ab漢cccccc漢yz')).toBe('ab漢\n… 6 bytes left out …\n漢yz');
  });

  test('hold bytes that are no UTF-8 as U+FFFD', () => {
    expect(keep(10, 10, Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\ufffdb');
    expect(keep(1, 5, Uint8Array.of(0x61, 0x61, 0x80, 0x80, 0x80, 0x80, 0x80))).toContain('\ufffd');
  });
});

test('50 MB are cheap', () => {
  const keeper = new HeadTail(32_768, 32_768);
  const chunk = Buffer.alloc(65_536, 'x');
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 800; count += 1) keeper.push(chunk);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  expect(keeper.text().length).toBeLessThan(66_000);
});

test('any chunks give what the whole gives, and it is the beginning and the end', () => {
  const sizes = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 10 }), { maxLength: 10 }),
      sizes,
      sizes,
      (chunks, head, tail) => {
        const whole = chunks.join('');
        const text = keep(head, tail, ...chunks);
        expect(text).toBe(keep(head, tail, whole));
        const [first, gap, last] = text.split(/\n… ([\d,]+) bytes left out …\n/);
        if (gap === undefined) {
          expect(text).toBe(whole);
          return;
        }
        expect(whole.startsWith(first ?? '?')).toBe(true);
        expect(whole.endsWith(last ?? '?')).toBe(true);
        const kept = Buffer.byteLength(first ?? '') + Buffer.byteLength(last ?? '');
        expect(Number(gap.replaceAll(',', '')) + kept).toBe(Buffer.byteLength(whole));
      },
    ),
  );
});
