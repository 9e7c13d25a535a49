import { characterSet, skipBack, skipForward } from './character-set.js';
import { isSecretName, SHORTEST_SECRET_NAME } from './secret-names.js';

const equalsSign = 0x3d;
const colon = 0x3a;
const nameCharacters = characterSet(/[A-Za-z0-9_.$-]/);
/** What may stand between a name and its `=` or `:`, as in `config["token"] =`. */
const afterName = characterSet(/[\s"'`\\)\]]/);
/** What may stand between the `=` or `:` and the value, as in `token => x` and YAML's `token: |`. */
const beforeValue = characterSet(/[\s=:>|]/);
const space = characterSet(/\s/);
const notSpace = characterSet(/\S/);
const backslash = characterSet(/\\/);
const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/**
 * Text without assignments to names that speak of secrets: `name = value` and `name: value`, the value bare, quoted or in
 * brackets. With them go cookies and the values of `Authorization` headers.
 */
export function removeAssignments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const lastOf = new Map(Object.values(closers).map((closer) => [closer, text.lastIndexOf(closer)]));
  for (let end = 0; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code !== equalsSign && code !== colon) continue;
    const start = nameStart(text, end, from);
    if (end - start < SHORTEST_SECRET_NAME) continue;
    const next = assignedEnd(text, text.slice(start, end), end + 1, lastOf);
    if (next === undefined) continue;
    kept.push(text.slice(from, start));
    from = next;
    end = next - 1;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

/** Walks back over one name. No part of the way passes a separator, so no character is walked over twice. */
function nameStart(text: string, end: number, limit: number): number {
  const nameEnd = skipBack(text, end, limit, afterName);
  const start = skipBack(text, nameEnd, limit, nameCharacters);
  // `api key`, `private key`: the word before says what key it is.
  const mayBeKey = nameEnd - start === 3 || nameEnd - start === 4;
  if (!mayBeKey || text.charAt(start - 1) !== ' ' || !/^keys?$/i.test(text.slice(start, nameEnd))) return start;
  return skipBack(text, Math.max(start - 1, limit), limit, nameCharacters);
}

type LastPositions = ReadonlyMap<string, number>;

function assignedEnd(text: string, name: string, from: number, lastOf: LastPositions): number | undefined {
  if (/cookie\W*$/i.test(name.slice(-16))) return lineEnd(text, from);
  // The scheme, such as `Basic`, and what follows it.
  if (/authorization\W*$/i.test(name.slice(-24))) return valueEnd(text, valueEnd(text, from, lastOf), lastOf);
  if (!isSecretName(name)) return undefined;
  let end = valueEnd(text, from, lastOf);
  // `token: string = "x"`: what looked like the value was its type.
  for (let next = skipForward(text, end, space); text[next] === '='; next = skipForward(text, end, space)) {
    end = valueEnd(text, next, lastOf);
  }
  return end;
}

/** The end of the value that begins at or after `from`. */
function valueEnd(text: string, from: number, lastOf: LastPositions): number {
  const start = skipForward(text, from, beforeValue);
  const first = skipForward(text, start, backslash);
  const mark = text.charAt(first);
  if (mark === '"' || mark === "'" || mark === '`') return quotedEnd(text, first, first > start);
  const closer = closers[mark];
  // Looking for what is not there, again and again, would make the work grow with the square of the text.
  if (closer !== undefined && (lastOf.get(closer) ?? -1) > first) return text.indexOf(closer, first) + 1;
  return skipForward(text, start, notSpace);
}

/** The end of a quoted text; one that is not closed reaches to the end of all. */
function quotedEnd(text: string, open: number, isEscaped: boolean): number {
  const quote = text.charAt(open);
  for (let index = open + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === quote) return index + 1;
    if (character === '\\' && !isEscaped) index += 1;
  }
  return text.length;
}

function lineEnd(text: string, from: number): number {
  const index = text.indexOf('\n', from);
  return index === -1 ? text.length : index;
}
