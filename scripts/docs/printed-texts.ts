import { readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** What stands in a text for a part that is only known when the program runs. */
const ELLIPSIS = '…';

/**
 * The texts in a source file as they would be printed: pieces that are added up are one text, and what is put into a text at run time is an
 * ellipsis. Comments are no texts.
 * @throws when the file cannot be parsed
 */
export function printedTexts(file: string): string[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors[0] !== undefined) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const texts: string[] = [];
  const add = (node: Node) => {
    const text = textOf(node);
    if (text !== ELLIPSIS) texts.push(text.replace(/…+/g, ELLIPSIS));
  };
  new Visitor({ BinaryExpression: add, TemplateLiteral: add, Literal: add }).visit(program);
  return texts;
}

/** Whether a sentence, in which ellipses stand for what differs, is one that a program with these texts prints. */
export function isPrinted(sentence: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(sentence));
}

function textOf(node: Node): string {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : ELLIPSIS;
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(ELLIPSIS);
    case 'BinaryExpression':
      return node.operator === '+' ? textOf(node.left) + textOf(node.right) : ELLIPSIS;
    case 'ParenthesizedExpression':
      return textOf(node.expression);
    default:
      return ELLIPSIS;
  }
}
