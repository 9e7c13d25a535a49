import { realpath, stat } from 'node:fs/promises';

/** What a set of files looked like at one moment; equal stamps mean that none of them has changed. */
export type Stamp = string;

/** Looks at files and directories; one that is missing, or cannot be reached, has a stamp as well. */
export async function stampOf(paths: readonly string[]): Promise<Stamp> {
  const marks = await Promise.all(
    [...new Set(paths)].sort().map(async (path) => {
      try {
        const target = await realpath(path);
        const found = await stat(target);
        // A directory's times change with whatever the agent writes into it; that it is still the same one is what counts.
        return found.isDirectory() ? [path, target, found.ino] : [path, target, found.ino, found.size, found.mtimeMs];
      } catch (error) {
        return [path, (error as NodeJS.ErrnoException).code];
      }
    }),
  );
  return JSON.stringify(marks);
}
