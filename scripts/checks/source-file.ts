import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** A module that a source file names, statically or not. */
interface Import {
  readonly module: string;
  /** True when nothing of the statement is left once types are stripped. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** An identifier, a string or a piece of a template; never a comment. */
interface Word {
  readonly text: string;
  readonly line: number;
}

/** What the rules need to know of one file. */
export interface SourceFile {
  /** Path from the root of the workspace, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly words: readonly Word[];
  /** Uses of time, chance, environment or network, and asynchronous functions, by how they are written. */
  readonly effects: readonly Word[];
}

const effectfulCalls = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']);
const effectfulMembers = new Set([
  'Date.now',
  'performance.now',
  'Math.random',
  'process.env',
  'process.cwd',
  'process.hrtime',
  'process.platform',
]);

/**
 * Reads and parses one TypeScript file.
 * @throws when the file cannot be parsed
 */
export function readSourceFile(file: string, path: string): SourceFile {
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

  const imports: Import[] = [];
  const words: Word[] = [];
  const effects: Word[] = [];
  const lineAt = lineFinder(text);
  const addImport = (source: { type: string; start: number; value?: unknown } | null, typeOnly: boolean) => {
    if (typeof source?.value === 'string') imports.push({ module: source.value, typeOnly, line: lineAt(source.start) });
  };
  const addEffect = (text: string, start: number) => effects.push({ text, line: lineAt(start) });
  const addFunction = (node: { async: boolean; start: number }) => {
    if (node.async) addEffect('async', node.start);
  };

  new Visitor({
    ImportDeclaration: (node) => addImport(node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => addImport(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => addImport(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => addImport(node.source, false),
    TSImportType: (node) => addImport(node.source, true),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    CallExpression(node) {
      if (node.callee.type !== 'Identifier') return;
      if (node.callee.name === 'require') addImport(node.arguments[0] ?? null, false);
      if (effectfulCalls.has(node.callee.name)) addEffect(node.callee.name, node.start);
    },
    NewExpression(node) {
      const bareDate = node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0;
      if (bareDate) addEffect('new Date()', node.start);
    },
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier' || node.computed) return;
      const member = `${node.object.name}.${node.property.name}`;
      if (effectfulMembers.has(member)) addEffect(member, node.start);
    },
    Identifier: (node) => words.push({ text: node.name, line: lineAt(node.start) }),
    PrivateIdentifier: (node) => words.push({ text: node.name, line: lineAt(node.start) }),
    Literal(node) {
      const text = 'regex' in node ? node.regex.pattern : node.value;
      if (typeof text === 'string') words.push({ text, line: lineAt(node.start) });
    },
    TemplateElement: (node) => words.push({ text: node.value.raw, line: lineAt(node.start) }),
  }).visit(program);

  return { path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), imports, words, effects };
}

/** Finds the line of an offset; bundles are big, so not by counting from the start each time. */
function lineFinder(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
