import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { type MergedText, taken, unreadable, type WantedEntry } from './merge-result.js';
import { plainTable, type Table, valueAt, withValue } from './plain-table.js';
import { tomlTable } from './toml-table.js';

/**
 * Puts an entry into a TOML file as a table of its own, at the end or in the place of the one that it replaces; every other line stays as
 * it is. Throws a `Refusal` for a file that cannot be parsed, has another entry of that name, or has it written in a way that cannot be
 * replaced by lines.
 * @param text the file's; blank for a file that is new
 */
export function mergeToml(text: string, wanted: WantedEntry): MergedText {
  const { servers, name, entry, replace } = wanted;
  const before = read(text);
  const path = [...servers, name];
  const current = valueAt(before, path);
  if (isDeepStrictEqual(current, entry)) return undefined;
  if (current !== undefined && !replace) throw taken(name);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = tomlTable(path, entry).join(eol) + eol;
  const after = current === undefined ? appended(text, table, eol) : replaced(text, path, table, eol);
  let result: Table | undefined;
  try {
    result = after === undefined ? undefined : read(after);
  } catch {
    result = undefined;
  }
  if (after === undefined || !isDeepStrictEqual(result, withValue(before, path, entry))) {
    throw unreadable(`its ${servers.join('.')} is written in a way that no table can be added to`);
  }
  return after;
}

function read(text: string): Table {
  try {
    return plainTable(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [cause = ''] = error.message.split('\n');
    throw unreadable(`it cannot be parsed (${cause.replace(/\.$/, '')}, line ${error.line})`);
  }
}

function appended(text: string, table: string, eol: string): string {
  if (text.trim() === '') return text.trim() + table;
  return `${text.endsWith('\n') ? text : text + eol}${eol}${table}`;
}

/** Undefined when the entry has no table of its own. */
function replaced(text: string, path: readonly string[], table: string, eol: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const kept: string[] = [];
  let at: number | undefined;
  for (let index = 0; index < lines.length; ) {
    if (!belongs(lines[index] ?? '', path)) {
      kept.push(lines[index] ?? '');
      index += 1;
      continue;
    }
    at ??= kept.length;
    let end = index + 1;
    while (end < lines.length && keysOf(lines[end] ?? '') === undefined) end += 1;
    // What stands right above the next table speaks of that one.
    while (end > index + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
    index = end;
  }
  if (at === undefined) return undefined;
  kept.splice(at, 0, ...table.trimEnd().split(eol));
  return kept.join(eol);
}

/** Whether a line begins the table at `path`, or one inside it. */
function belongs(line: string, path: readonly string[]): boolean {
  const keys = keysOf(line);
  return keys !== undefined && path.every((key, index) => keys[index] === key);
}

/** The keys in the head of a table; undefined for any other line. */
function keysOf(line: string): readonly string[] | undefined {
  const head = HEAD.exec(line)?.[1];
  return head?.match(KEY)?.map((key) => key.replace(/^["']|["']$/g, ''));
}

const KEY = /[\w-]+|"[^"\\]*"|'[^']*'/g;
/** Dots stand between the keys, so that there is one way to read a line. */
const HEAD = new RegExp(
  `^\\s*\\[{1,2}\\s*((?:${KEY.source})(?:\\s*\\.\\s*(?:${KEY.source}))*)\\s*\\]{1,2}\\s*(?:#.*)?$`,
);
