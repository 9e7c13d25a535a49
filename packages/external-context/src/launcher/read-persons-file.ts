import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const MOST_BYTES = 1024 * 1024;

/** What there is at a path: nothing, text, or something that cannot be judged. */
export type PersonsFile = { readonly kind: 'missing' | 'unusable' } | { readonly kind: 'text'; readonly text: string };

/** Reads a file that anybody may own, without waiting for pipes and without reading endless devices. */
export function readPersonsFile(path: string): PersonsFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unusable' };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MOST_BYTES) return { kind: 'unusable' };
    return { kind: 'text', text: readFileSync(descriptor, 'utf8') };
  } catch {
    return { kind: 'unusable' };
  } finally {
    closeSync(descriptor);
  }
}
