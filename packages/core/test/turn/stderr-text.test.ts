import { describe, expect, it } from 'vitest';
import { stderrText } from '../../src/turn/stderr-text.js';

describe('stderrText', () => {
  it('is nothing for nothing', () => {
    expect(stderrText('\n \n', 100, false)).toBeUndefined();
  });

  it('keeps the first and the last part', () => {
    const text = stderrText(`reason first\n${'usage '.repeat(1000)}\nlast line`, 200, false) ?? '';
    expect(text.startsWith('reason first')).toBe(true);
    expect(text.endsWith('last line')).toBe(true);
    expect(text).toContain('characters left out');
    expect(text.length).toBeLessThan(260);
  });

  it('counts protocol frames and never shows what is in them', () => {
    const text = stderrText(
      'oops\n{"type":"user","secret":"hunter2"}\n{"type":"user"}\n{"type":"result"}\n{not json\n',
      1000,
      false,
    );
    expect(text).toBe(
      'oops\n\n\n\n{not json\n[3 protocol lines on stderr not shown: user×2, result×1]'.replace('\n\n\n\n', '\n'),
    );
    expect(stderrText('{"type":"user","a":1}', 1000, true)).toBe('{"type":"user","a":1}');
  });

  it('shows no text when the limit is zero', () => {
    expect(stderrText('something', 0, false)).toBeUndefined();
  });
});
