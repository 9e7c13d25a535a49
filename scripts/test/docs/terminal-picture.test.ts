import { describe, expect, it } from 'vitest';
import { terminalPicture } from '../../docs/terminal-picture.ts';

/** The texts of a picture by their lines, each with its column. */
function rows(picture: string): { column: number; text: string }[] {
  return [...picture.matchAll(/<text x="([\d.]+)" y="(?!20")[\d.]+"[^>]*>([^<]*)</g)].map(([, x, text = '']) => ({
    column: Math.round((Number(x) - 16) / 7.8),
    text,
  }));
}

describe('a picture of a terminal', () => {
  it('shows every line where it stands, with what XML would take for its own', () => {
    expect(rows(terminalPicture('t', [{ text: 'a < b && c' }, { text: '' }, { text: '    [session: s]' }]))).toEqual([
      { column: 0, text: 'a &lt; b &amp;&amp; c' },
      { column: 4, text: '[session: s]' },
    ]);
  });

  it('breaks what is too long between words, and a word that is too long anywhere', () => {
    const shown = rows(
      terminalPicture('t', [{ text: `  1.0 s  ${'word '.repeat(40).trim()}` }, { text: 'x'.repeat(300) }]),
    );
    expect(shown.every(({ column, text }) => column + text.length <= 104)).toBe(true);
    const [head, next] = shown;
    expect([head?.column, next?.column]).toEqual([2, 11]);
    expect(
      shown
        .map(({ text }) => text)
        .join('')
        .match(/x/g),
    ).toHaveLength(300);
    expect(shown.flatMap(({ text }) => text.match(/\bword\b/g) ?? [])).toHaveLength(40);
  });

  it('draws nothing twice for an empty list', () => {
    expect(rows(terminalPicture('t', []))).toEqual([]);
  });
});
