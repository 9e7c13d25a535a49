import { globSync } from 'node:fs';
import { join } from 'node:path';
import { importViolations } from './import-rules.ts';
import { type NameException, nameExceptions, nameViolations } from './name-rules.ts';
import { readSourceFile, type SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

const maximumLines = 280;

/**
 * Every place in a workspace that breaks a rule about imports, names, size or purity.
 * @param root folder of the workspace
 * @param exceptions files that may name agents
 */
export function sourceViolations(root: string, exceptions: readonly NameException[] = nameExceptions): Violation[] {
  const files = sourceFiles(root);
  return [
    ...importViolations(files),
    ...nameViolations(files, exceptions),
    ...files.flatMap(lengthViolations),
    ...files.flatMap(purityViolations),
  ];
}

function sourceFiles(root: string): SourceFile[] {
  const patterns = ['packages/*/{src,test}/**/*.{ts,mts}', '{scripts,bench,examples}/**/*.{ts,mts,mjs}'];
  const exclude = (path: string) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(path);
  const paths = globSync(patterns, { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => readSourceFile(join(root, path), path));
}

function lengthViolations({ path, lines }: SourceFile): Violation[] {
  if (lines <= maximumLines || path.split('/').includes('test')) return [];
  return [
    { path, line: maximumLines + 1, message: `has ${lines} lines; above ${maximumLines} a file does two things` },
  ];
}

/** An adapter is data and pure functions, so that it can be tested from a transcript and cannot hang or leak. */
function purityViolations({ path, effects }: SourceFile): Violation[] {
  if (!/^packages\/(?:adapter-[^/]+|acp)\/src\//.test(path)) return [];
  return effects.map(({ text, line }) => ({ path, line, message: `an adapter is pure and synchronous: no ${text}` }));
}

if (process.argv[1] === import.meta.filename) {
  const violations = sourceViolations(join(import.meta.dirname, '..', '..'));
  for (const { path, line, message } of violations) console.error(`${path}:${line} ${message}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
