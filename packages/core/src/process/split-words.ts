/** What stands for something else in a shell when it is not quoted. */
const SPECIAL = /[;&|<>()`$]/;

/**
 * Splits a command line into words as a POSIX shell does: blanks separate, single and double quotes and the backslash quote. Nothing
 * is expanded, because no shell runs; so text that a shell would not take literally (an unquoted `;`, `|`, `$NAME`, `~/`, …) is refused, and what is
 * accepted means here what it means in a shell.
 *
 * Throws an `Error` whose message says what is wrong and where.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;

  const refuse = (what: string, position: number): never => {
    throw new Error(`${what} at character ${position + 1} of ${JSON.stringify(text)}`);
  };
  const literally = (character: string, position: number): string => {
    return refuse(
      `${JSON.stringify(character)} means something to a shell, and none runs here: quote it if it is meant literally,`,
      position,
    );
  };
  /** Reads up to the closing double quote; the backslash keeps its meaning only before four characters and the line end. */
  const doubleQuoted = (): string => {
    const start = at - 1;
    let inside = '';
    for (;;) {
      const character = text[at];
      if (character === undefined) return refuse('the double quote is never closed that opens', start);
      at += 1;
      if (character === '"') return inside;
      if (character === '`' || (character === '$' && /[\w{(@*#?$!-]/.test(text[at] ?? '')))
        literally(character, at - 1);
      const next = text[at];
      if (character !== '\\' || next === undefined || !'$`"\\\n'.includes(next)) inside += character;
      else {
        if (next !== '\n') inside += next;
        at += 1;
      }
    }
  };

  while (at < text.length) {
    const start = at;
    const character = text.charAt(at);
    at += 1;
    if (character === ' ' || character === '\t' || character === '\n') {
      if (word !== undefined) words.push(word);
      word = undefined;
      // Between words a line end would begin another command; around them it is but a blank.
      if (character === '\n' && words.length > 0 && text.slice(at).trim() !== '') literally(character, start);
    } else if (character === "'") {
      const close = text.indexOf("'", at);
      if (close < 0) refuse('the single quote is never closed that opens', start);
      word = (word ?? '') + text.slice(at, close);
      at = close + 1;
    } else if (character === '"') {
      word = (word ?? '') + doubleQuoted();
    } else if (character === '\\') {
      if (at === text.length) refuse('there is nothing after the backslash', start);
      if (text[at] !== '\n') word = (word ?? '') + text.charAt(at);
      at += 1;
    } else {
      if (SPECIAL.test(character) || (word === undefined && (character === '#' || character === '~')))
        literally(character, start);
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
