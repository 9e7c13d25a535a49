import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitWords } from '../../src/process/split-words.js';

describe('words', () => {
  test.each([
    ['', []],
    [' \t\n ', []],
    ['\n a b \n\n', ['a', 'b']],
    [`a 'b\nc' "d\ne"`, ['a', 'b\nc', 'd\ne']],
    ['srt', ['srt']],
    ['bwrap --ro-bind / /  --dev /dev\n', ['bwrap', '--ro-bind', '/', '/', '--dev', '/dev']],
    [`a 'b c' "d e" f\\ g ''`, ['a', 'b c', 'd e', 'f g', '']],
    [`--x='a'"b"c`, ['--x=abc']],
    [`"\\$HOME \\" \\\\ \\n"`, ['$HOME " \\ \\n']],
    [`'$HOME \`x\` ; | \\'`, ['$HOME `x` ; | \\']],
    ['a\\\nb', ['ab']],
    ['"a$ b" "5$"', ['a$ b', '5$']],
    ['a#b c~d {x,y} [a]*? =', ['a#b', 'c~d', '{x,y}', '[a]*?', '=']],
  ])('%j', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

describe('refusals', () => {
  test.each([
    [`a 'b`, `the single quote is never closed that opens at character 3 of "a 'b"`],
    ['a "b', 'the double quote is never closed that opens at character 3 of'],
    ['a "b\\"', 'the double quote is never closed that opens at character 3 of'],
    ['a\\', 'there is nothing after the backslash at character 2 of'],
    [
      'a; b',
      '";" means something to a shell, and none runs here: quote it if it is meant literally, at character 2 of',
    ],
    ['a | b', '"|" means something to a shell'],
    ['a > b', '">" means something to a shell'],
    ['bind $HOME', '"$" means something to a shell'],
    [
      'bind "$HOME"',
      '"$" means something to a shell, and none runs here: quote it if it is meant literally, at character 7 of',
    ],
    ['"`id`"', '"`" means something to a shell'],
    ['~/bin/srt', '"~" means something to a shell'],
    [
      'a\nb',
      '"\\n" means something to a shell, and none runs here: quote it if it is meant literally, at character 2 of',
    ],
    ['srt # sandbox', '"#" means something to a shell'],
  ])('%j', (text, message) => {
    expect(() => splitWords(text)).toThrow(message);
  });
});

test('what is accepted means what it means to a real shell', () => {
  const piece = fc.constantFrom(
    ' ',
    "'",
    '"',
    '\\',
    '$',
    '`',
    'a',
    'b c',
    '*',
    '#',
    '~',
    ';',
    '\t',
    '=',
    '{',
    '!',
    '-',
    'é',
    '\\\n',
    '%',
    '/',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      let words: readonly string[];
      try {
        words = splitWords(text);
      } catch {
        return;
      }
      // Without file names for patterns; the words stand behind a command, as a wrapper's arguments do.
      const output = execFileSync('/bin/sh', ['-f', '-c', `printf '%s\\0' x ${text}`], { encoding: 'utf8' });
      expect(output.split('\0').slice(1, -1)).toEqual(words);
    }),
    { numRuns: 300 },
  );
});
