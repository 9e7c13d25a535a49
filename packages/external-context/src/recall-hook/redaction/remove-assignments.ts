import { isSecretName } from './secret-names.js';

const nameCharacter = /[A-Za-z0-9_.$-]/;
/** What may stand between a name and its `=` or `:`, as in `config["token"] =`. */
const afterName = /[\s"'`\\)\]]/;
/** What may stand between the `=` or `:` and the value, as in `token => x` and YAML's `token: |`. */
const beforeValue = /[\s=:>|]/;
const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/**
 * Text without assignments to names that speak of secrets: `name = value` and `name: value`, the value bare, quoted or in
 * brackets. With them go cookies and the values of `Authorization` headers.
 */
export function removeAssignments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const separator = /[=:]/g;
  const lastOf = lastPositions(text);
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    const end = match.index;
    const start = nameStart(text, end, from);
    const name = text.slice(start, end);
    const valueEnd = assignedEnd(text, name, end + 1, lastOf);
    if (valueEnd === undefined) continue;
    kept.push(text.slice(from, start));
    from = valueEnd;
    separator.lastIndex = from;
  }
  kept.push(text.slice(from));
  return kept.join(' ');
}

/** Walks back over one name. Neither part of the way passes a separator, so no character is walked over twice. */
function nameStart(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && afterName.test(text.charAt(start - 1))) start -= 1;
  while (start > limit && nameCharacter.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function assignedEnd(text: string, name: string, from: number, lastOf: LastPositions): number | undefined {
  if (/cookie\W*$/i.test(name.slice(-16))) return lineEnd(text, from);
  if (/authorization\W*$/i.test(name.slice(-24))) return valueEnd(text, valueEnd(text, from, lastOf), lastOf);
  if (!isSecretName(name)) return undefined;
  let end = valueEnd(text, from, lastOf);
  // `token: string = "x"`: what looked like the value was its type.
  for (let next = skip(text, end, /\s/); text[next] === '='; next = skip(text, end, /\s/)) end = valueEnd(text, next, lastOf);
  return end;
}

/** The end of the value that begins at or after `from`. */
function valueEnd(text: string, from: number, lastOf: LastPositions): number {
  const start = skip(text, from, beforeValue);
  const first = skip(text, start, /\\/);
  const mark = text.charAt(first);
  if (mark === '"' || mark === "'" || mark === '`') return quotedEnd(text, first, first > start);
  const closer = closers[mark];
  // Looking for what is not there, again and again, would make the work grow with the square of the text.
  if (closer !== undefined && (lastOf.get(closer) ?? -1) > first) return text.indexOf(closer, first) + 1;
  return skip(text, start, /\S/);
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

function skip(text: string, from: number, what: RegExp): number {
  let index = from;
  while (index < text.length && what.test(text.charAt(index))) index += 1;
  return index;
}

type LastPositions = ReadonlyMap<string, number>;

function lastPositions(text: string): LastPositions {
  return new Map(Object.values(closers).map((closer) => [closer, text.lastIndexOf(closer)]));
}
