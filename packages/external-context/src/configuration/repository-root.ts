import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, parse, relative, sep } from 'node:path';
import { ConfigurationError } from './configuration-error.js';

/** The canonical path of an existing folder that was named absolutely, or undefined when it is no such thing. */
export function canonicalFolder(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    const canonical = realpathSync.native(path);
    return statSync(canonical).isDirectory() ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The canonical path of the one repository that a corpus is bound to.
 * @throws ConfigurationError `repositoryRoot`
 */
export function readRepositoryRoot(path: string): string {
  const canonical = canonicalFolder(path);
  if (canonical === undefined || parse(canonical).root === canonical) throw new ConfigurationError('repositoryRoot');
  return canonical;
}

/** Whether a canonical path is that of the folder or is below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}
