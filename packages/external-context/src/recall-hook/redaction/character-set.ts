/** A set of characters that is asked a million times: for ASCII a table answers, ten times as fast as the pattern. */
export interface CharacterSet {
  readonly ascii: Uint8Array;
  readonly pattern: RegExp;
}

/** @param pattern matches one character that is in the set */
export function characterSet(pattern: RegExp): CharacterSet {
  const ascii = Uint8Array.from({ length: 0x80 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
  return { ascii, pattern };
}

/** The first position from `from` on where something stands that is not in the set, or the end of the text. */
export function skipForward(text: string, from: number, set: CharacterSet): number {
  let index = from;
  while (index < text.length && has(set, text.charCodeAt(index))) index += 1;
  return index;
}

/** The same backwards: the position behind the last character before `from` that is not in the set, and not below `limit`. */
export function skipBack(text: string, from: number, limit: number, set: CharacterSet): number {
  let index = from;
  while (index > limit && has(set, text.charCodeAt(index - 1))) index -= 1;
  return index;
}

function has(set: CharacterSet, code: number): boolean {
  return code < 0x80 ? set.ascii[code] === 1 : set.pattern.test(String.fromCharCode(code));
}
