import { type Node, stripComments } from 'jsonc-parser';

/** How a JSON file is laid out. */
export interface JsonLayout {
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
}

/** As the file has it: its first indented line, and its first line end. */
export function layoutOf(text: string): JsonLayout {
  const [, eol = '\n'] = /(\r?\n)/.exec(text) ?? [];
  return { unit: /^[ \t]+(?=["}\]/])/m.exec(text)?.[0] ?? '  ', eol };
}

/** Adds a property at the end of an object; every other character stays, but for a comma. */
export function addProperty(text: string, object: Node, key: string, value: unknown, layout: JsonLayout): string {
  const { unit, eol } = layout;
  const close = endOf(object) - 1;
  const outer = indentAt(text, object.offset);
  const last = object.children?.at(-1);
  const bodyEnd = text.slice(0, close).trimEnd().length;
  if (last === undefined) {
    const property = propertyText(key, value, outer + unit, layout);
    return `${text.slice(0, bodyEnd)}${eol}${outer}${unit}${property}${eol}${outer}${text.slice(close)}`;
  }
  const after = text.slice(endOf(last), close);
  const hasComma = stripComments(after).trim() === ',';
  const isOneLine = !text.slice(object.offset, close).includes('\n');
  const inner = isOneLine ? '' : childIndent(text, object, outer + unit);
  const property = isOneLine
    ? `${JSON.stringify(key)}: ${JSON.stringify(value)}`
    : propertyText(key, value, inner, layout);
  return [
    text.slice(0, endOf(last)),
    hasComma ? '' : ',',
    text.slice(endOf(last), bodyEnd),
    isOneLine ? ' ' : eol + inner,
    property,
    hasComma ? ',' : '',
    text.slice(bodyEnd),
  ].join('');
}

/** Puts a value in the place of another; every other character stays. */
export function replaceValue(text: string, node: Node, value: unknown, layout: JsonLayout): string {
  return text.slice(0, node.offset) + valueText(value, indentAt(text, node.offset), layout) + text.slice(endOf(node));
}

function propertyText(key: string, value: unknown, indent: string, layout: JsonLayout): string {
  return `${JSON.stringify(key)}: ${valueText(value, indent, layout)}`;
}

function valueText(value: unknown, indent: string, { unit, eol }: JsonLayout): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + indent);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

/** As the first property has it, where it stands on a line of its own. */
function childIndent(text: string, { children = [] }: Node, otherwise: string): string {
  const [first] = children;
  if (first === undefined) return otherwise;
  const before = text.slice(text.lastIndexOf('\n', first.offset - 1) + 1, first.offset);
  return before.trim() === '' ? before : otherwise;
}
