import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The conditions under which a module is imported here, in no order: a package's own order counts. */
const CONDITIONS = new Set(['node', 'import', 'module-sync', 'default']);

/**
 * The file to import for a package, by its `exports`, else its `main`. Node.js has no way to look a package up from another
 * folder under the conditions of `import`.
 * @param path absolute: the package's folder, or a file, which is its own entry
 * @returns undefined when there is no package there, or it exports nothing
 */
export async function packageEntry(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return found && path;
  const text = await readFile(join(path, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { exports, main } = JSON.parse(text) as { readonly exports?: unknown; readonly main?: unknown };
  const target = exports === undefined ? (main ?? 'index.js') : targetOf(rootOf(exports));
  return typeof target === 'string' ? join(path, target) : undefined;
}

/** What the package exports under its bare name. */
function rootOf(exports: unknown): unknown {
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return exports;
  return '.' in exports ? exports['.'] : exports;
}

function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return targetOf(target[0]);
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const chosen = CONDITIONS.has(condition) ? targetOf(inner) : undefined;
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}
