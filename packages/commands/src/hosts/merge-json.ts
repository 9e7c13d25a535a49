import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { addProperty, layoutOf, replaceValue } from './edit-json.js';
import { type MergedText, taken, unreadable, type WantedEntry } from './merge-result.js';
import { isTable, plainTable, type Table, valueAt, withValue } from './plain-table.js';

/**
 * Puts an entry into a JSON file that may have comments; whatever else it says stays as it is written. Throws a `Refusal` for a file that
 * cannot be parsed, or has another entry of that name.
 * @param text the file's; blank for a file that is new
 */
export function mergeJson(text: string, wanted: WantedEntry): MergedText {
  const { servers, name, entry, replace } = wanted;
  const path = [...servers, name];
  if (text.trim() === '') return `${JSON.stringify(withValue({}, path, entry), undefined, 2)}\n`;
  const { root, value: before } = parse(text);
  const known = valueAt(before, servers);
  if (known !== undefined && !isTable(known)) throw unreadable(`its ${servers.join('.')} is not an object`);
  const current = known?.[name];
  if (isDeepStrictEqual(current, entry)) return undefined;
  if (current !== undefined && !replace) throw taken(name);
  const after = edited(text, root, path, entry);
  // An object that has one key twice is edited in one place and read from the other.
  if (!isDeepStrictEqual(parse(after).value, withValue(before, path, entry))) {
    throw unreadable(`it has ${servers.join('.')} or one of its entries more than once`);
  }
  return after;
}

function parse(text: string): { readonly root: Node; readonly value: Table } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw unreadable(`it cannot be parsed (${printParseErrorCode(error.error)} in line ${line})`);
  }
  const value: unknown = root === undefined ? undefined : getNodeValue(root);
  if (root === undefined || !isTable(value)) throw unreadable('it is not a JSON object');
  return { root, value: plainTable(value) };
}

/** The text with a value at a path: in the place of the one that is there, or in the innermost object that is. */
function edited(text: string, root: Node, path: readonly string[], value: unknown): string {
  const layout = layoutOf(text);
  const there = findNodeAtLocation(root, [...path]);
  if (there !== undefined) return replaceValue(text, there, value, layout);
  const depth = path.findIndex((_, index) => findNodeAtLocation(root, path.slice(0, index + 1)) === undefined);
  const object = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  const key = path[depth];
  if (object === undefined || key === undefined) return text;
  const rest = path.slice(depth + 1);
  return addProperty(text, object, key, rest.length === 0 ? value : withValue({}, rest, value), layout);
}
