import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { variableDocuments } from '../../../packages/server/src/settings/variable-documents.ts';
import { variablePrefix } from '../../../packages/server/src/settings/variables.ts';
import { type DocumentFile, documentFiles } from '../../docs/document-files.ts';
import { documentedAdapters } from '../../docs/documented-adapters.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const files = documentFiles(root);

test('the documents are found', () => {
  const paths = files.map(({ path }) => path);
  const some = [
    'README.md',
    'docs/reference/tools.md',
    'packages/core/README.md',
    '.changeset/README.md',
    'bench/README.md',
  ];
  expect(paths).toEqual(expect.arrayContaining(some));
  expect(files.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(100);
});

test('every link from one document to another leads somewhere', () => {
  const broken = files.flatMap(({ path, text }) =>
    linksOf(text)
      .filter((target) => !leadsSomewhere(path, target))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every file of the repository that a document names in the letters of code is there', () => {
  const missing = files.flatMap(({ path, text }) =>
    [
      ...text
        .replaceAll(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/`((?:packages|scripts|docs|bench|examples|core|server)\/[\w./-]+)`/g),
    ]
      .map(([, name = '']) => name)
      .filter(
        (name) =>
          !['', 'packages/', `${dirname(path)}/`, `${path.split('/', 2).join('/')}/`].some((base) =>
            existsSync(join(root, base + name)),
          ),
      )
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every npm task that a document names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const unknown = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][a-z:]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts) && !scriptOfFolder(path, name))
      .map((name) => `${path}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every variable of a server that a document names is one that it reads', () => {
  const known = new Set(
    documentedAdapters.flatMap((adapter) => {
      const prefix = variablePrefix(adapter);
      return variableDocuments(adapter).flatMap(({ name }) => [name, `X_MCP_${name.slice(prefix.length)}`]);
    }),
  );
  const prefixes = ['X', ...documentedAdapters.map(({ name }) => name.toUpperCase())].join('|');
  const unknown = files.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\\b(?:${prefixes})_MCP_[A-Z][A-Z_]*[A-Z]`, 'g'))]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** The targets of links, with what is code left out. */
function linksOf(text: string): string[] {
  const plain = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '``');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

function leadsSomewhere(from: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path)).replace(/[\\/]$/, '');
  if (!existsSync(join(root, file))) return false;
  if (anchor === undefined) return true;
  return !statSync(join(root, file)).isDirectory() && headings(file).includes(anchor);
}

/** The anchors that a page's headings have where it is shown. */
function headings(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** Whether the package that a document lies in has such a task of its own. */
function scriptOfFolder(path: DocumentFile['path'], name: string): boolean {
  const manifest = join(root, dirname(path), 'package.json');
  if (!existsSync(manifest)) return false;
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: object };
  return name in scripts;
}
