import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** As many links as Linux follows. */
const MOST_LINKS = 40;

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Whether nobody but the owner can change a file or folder. POSIX access lists do not show in the mode. */
export function isOwnersOnly(stats: Stats): boolean {
  return (stats.mode & writableByOthers) === 0;
}

/**
 * Whether what stands in a folder can only be replaced by a trusted owner. In a sticky folder others can add entries, but
 * not move or remove those of somebody else.
 */
export function isTrustedFolder(stats: Stats, owners: ReadonlySet<number>): boolean {
  return stats.isDirectory() && owners.has(stats.uid) && (isOwnersOnly(stats) || (stats.mode & sticky) !== 0);
}

/**
 * Follows a path from the root, links included, and looks at every folder that is passed.
 * @param path absolute
 * @returns the canonical path; its last part has not been looked at, apart from links
 * @throws Error when somebody else could make the path lead elsewhere, or when it leads nowhere
 */
export function resolveTrusted(path: string, owners: ReadonlySet<number>): string {
  return follow(path, owners, { left: MOST_LINKS });
}

function follow(path: string, owners: ReadonlySet<number>, links: { left: number }): string {
  let current = '/';
  for (const name of path.split('/').filter((part) => part !== '' && part !== '.')) {
    if (!isTrustedFolder(lstatSync(current), owners)) throw new Error('untrusted folder');
    if (name === '..') {
      current = dirname(current);
      continue;
    }
    const next = join(current, name);
    const stats = lstatSync(next);
    if (!stats.isSymbolicLink()) {
      current = next;
      continue;
    }
    links.left -= 1;
    if (links.left < 0 || !owners.has(stats.uid)) throw new Error('untrusted link');
    current = follow(resolve(current, readlinkSync(next)), owners, links);
  }
  return current;
}
