import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameSplitter } from '../../src/frames/frame-splitter.js';

type Said = { readonly frame: string; readonly bytes: number } | { readonly lost: string; readonly bytes: number };

function split(chunks: readonly Uint8Array[], maxBytes = 1_000_000, end = true): Said[] {
  const said: Said[] = [];
  const splitter = new FrameSplitter({
    maxBytes,
    onFrame: (frame, bytes) => said.push({ frame, bytes }),
    onLost: (lost, bytes) => said.push({ lost, bytes }),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  if (end) splitter.end();
  return said;
}

/** Cuts bytes at the given places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return cuts.map((cut, index) => bytes.subarray(cuts[index - 1] ?? 0, cut));
}

const frame = (text: string): Said => ({ frame: text, bytes: Buffer.byteLength(text) });

describe('frames', () => {
  test('are separated by LF, with or without CR; empty lines are none', () => {
    expect(split([Buffer.from('one\ntwo\r\n\n\r\nthree\n')])).toEqual([frame('one'), frame('two'), frame('three')]);
  });

  test('keep every other line separator, blanks, and a CR that is not at the end', () => {
    const text = ' a\u2028b\u2029c\u0085d\x0b\x0ce\rf ';
    expect(split([Buffer.from(`${text}\n${text}\r\r\n`)])).toEqual([frame(text), frame(`${text}\r`)]);
  });

  test('the last one needs no LF, but the end', () => {
    expect(split([Buffer.from('whole\nhal')], 100, false)).toEqual([frame('whole')]);
    expect(split([Buffer.from('whole\nhal')])).toEqual([frame('whole'), frame('hal')]);
    expect(split([Buffer.from('whole\n')])).toEqual([frame('whole')]);
    expect(split([])).toEqual([]);
  });

  test('a character may arrive in pieces; bytes that are no UTF-8 become U+FFFD', () => {
    const bytes = Buffer.from('é漢😀\n');
    expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([frame('é漢😀')]);
    expect(split([Uint8Array.of(0x61, 0xff, 0x62, 10)])).toEqual([{ frame: 'a\ufffdb', bytes: 3 }]);
    expect(split([Buffer.from('\ufeffa\n')])).toEqual([frame('\ufeffa')]);
  });
});

describe('a frame that is too long', () => {
  test('is dropped and told once, at its end; the next one is whole', () => {
    const long = 'x'.repeat(11);
    expect(split([Buffer.from(`${long}\nnext\n`)], 10)).toEqual([{ lost: long, bytes: 11 }, frame('next')]);
    expect(split([Buffer.from(long)], 10, false)).toEqual([]);
    expect(split([Buffer.from(long)], 10)).toEqual([{ lost: long, bytes: 11 }]);
  });

  test('the limit counts neither the LF nor the CR before it', () => {
    const ten = 'x'.repeat(10);
    expect(split([Buffer.from(`${ten}\r\n${ten}\n`)], 10)).toEqual([frame(ten), frame(ten)]);
    expect(split([Buffer.from(`${ten}\r`), Buffer.from('\n')], 10)).toEqual([frame(ten)]);
    expect(split([Buffer.from(`${ten}\r`), Buffer.from('y\n')], 10)).toEqual([{ lost: `${ten}\ry`, bytes: 12 }]);
  });

  test('keeps its first 2,000 characters, and no half of one', () => {
    for (const character of ['x', 'é', '漢', '😀']) {
      const long = `x${character.repeat(5_000)}`;
      const [said] = split(cutAt(Buffer.from(long), [1, 999, 4_001, 5_003]), 100);
      expect(said).toEqual({ lost: long.slice(0, character === '😀' ? 1_999 : 2_000), bytes: Buffer.byteLength(long) });
    }
  });

  test('of 50 MB costs hardly any memory', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const said: Said[] = [];
    const splitter = new FrameSplitter({
      maxBytes: 1024 * 1024,
      onFrame: (text, bytes) => said.push({ frame: text, bytes }),
      onLost: (lost, bytes) => said.push({ lost, bytes }),
    });
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    for (let count = 0; count < 800; count += 1) {
      splitter.push(Buffer.from(chunk));
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    splitter.push(Buffer.from('\nnext\n'));
    expect(said).toEqual([{ lost: 'x'.repeat(2_000), bytes: 800 * 65_536 }, frame('next')]);
    // What the garbage collector has not taken yet of the chunks is counted too.
    expect(peak).toBeLessThan(60 * 1024 * 1024);
  });
});

test('lines that are long one after another share a buffer, and it is let go when they are short again', () => {
  const chunk = Buffer.alloc(65_536, 'x');
  const splitter = new FrameSplitter({ maxBytes: 8_000_000, onFrame: () => undefined, onLost: () => undefined });
  const long = () => {
    for (let count = 0; count < 100; count += 1) splitter.push(chunk);
    splitter.push(Buffer.from('\n'));
  };
  long();
  const one = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 40; count += 1) long();
  expect(process.memoryUsage().arrayBuffers - one).toBeLessThan(8_000_000);
  for (let count = 0; count < 40; count += 1) splitter.push(Buffer.from('short\nshorter\n'));
  // It is garbage now, and the next long line makes another.
  const before = process.memoryUsage().arrayBuffers;
  long();
  expect(process.memoryUsage().arrayBuffers).not.toBe(before);
});

test('the cost of a line grows with its length, however it is cut', () => {
  // Were every chunk joined to the line so far, the long one would take a hundred times as long for each byte.
  const cost = (bytes: number, chunkBytes: number) => {
    const chunk = Buffer.alloc(chunkBytes, 'x');
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      let frames = 0;
      const splitter = new FrameSplitter({
        maxBytes: bytes,
        onFrame: () => {
          frames += 1;
        },
        onLost: () => undefined,
      });
      const started = performance.now();
      for (let left = bytes; left > 0; left -= chunkBytes) splitter.push(chunk);
      splitter.end();
      best = Math.min(best, performance.now() - started);
      expect(frames).toBe(1);
    }
    return best / bytes;
  };
  expect(cost(40_000_000, 2_000)).toBeLessThan(40 * cost(400_000, 2_000));
});

const anyLine = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('\r', '\u2028', 'é', '😀', 'x', ' '), maxLength: 40 }),
);
const anyStream = fc.oneof(
  fc.array(anyLine, { maxLength: 12 }).map((lines) => Buffer.from(lines.join('\n'))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

test('any split of the bytes gives the same frames', () => {
  fc.assert(
    fc.property(
      anyStream,
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.integer({ min: 1, max: 50 }),
      (bytes, places, maxBytes) => {
        expect(split(cutAt(bytes, places), maxBytes)).toEqual(split([bytes], maxBytes));
      },
    ),
  );
});

test('nothing is lost or invented: the frames are the lines', () => {
  fc.assert(
    fc.property(anyStream, fc.array(fc.nat(), { maxLength: 10 }), (bytes, places) => {
      const lines = bytes
        .toString('latin1')
        .split('\n')
        .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
        .filter((line) => line !== '')
        .map((line) => Buffer.from(line, 'latin1'));
      expect(split(cutAt(bytes, places))).toEqual(
        lines.map((line) => ({ frame: line.toString('utf8'), bytes: line.length })),
      );
    }),
  );
});

test('any cut gives the frames before it, and at most one more', () => {
  fc.assert(
    fc.property(anyStream, fc.nat(), fc.integer({ min: 1, max: 50 }), (bytes, place, maxBytes) => {
      const part = bytes.subarray(0, place % (bytes.length + 1));
      const whole = split([bytes], maxBytes);
      const before = split([part], maxBytes, false);
      expect(before).toEqual(whole.slice(0, before.length));
      expect(split([part], maxBytes).slice(0, before.length)).toEqual(before);
      expect(split([part], maxBytes).length).toBeLessThanOrEqual(before.length + 1);
    }),
  );
});
