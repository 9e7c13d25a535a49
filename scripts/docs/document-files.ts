import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A document of the repository. */
export interface DocumentFile {
  /** From the root of the workspace, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const PATTERNS = [
  '*.md',
  '{docs,bench,examples,scripts,.changeset}/**/*.md',
  'packages/*/*.md',
  'packages/*/docs/**/*.md',
];

/** Every document that a person reads, change logs left out: they speak of what was. */
export function documentFiles(root: string): DocumentFile[] {
  return globSync(PATTERNS, { cwd: root, exclude: (path) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('CHANGELOG.md'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
