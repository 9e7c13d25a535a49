import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { isOwnersOnly, resolveTrusted } from './trusted-path.js';

/** Who may own a file, and what else is asked of it. */
export interface TrustRule {
  /** User ids that may own the file and the folders above it. */
  readonly owners: ReadonlySet<number>;
  /** Nobody but the owner may even read it. */
  readonly isSecret?: boolean;
  /** Longest content, bytes; any when absent. */
  readonly mostBytes?: number;
}

const readableByOthers = 0o077;

/**
 * The content of a file that nobody but trusted owners can have changed. What is read is what was judged: file and content
 * come from one descriptor, and a pipe or device is refused without waiting for it.
 * @throws Error when the file or a folder above it does not fit the rule
 */
export function readTrustedFile(path: string, rule: TrustRule): Buffer {
  return withTrustedFile(path, rule, (descriptor) => readFileSync(descriptor));
}

/**
 * The same without the content, for files that are only passed on.
 * @throws Error when the file or a folder above it does not fit the rule
 */
export function judgeFile(path: string, rule: TrustRule): void {
  withTrustedFile(path, rule, () => undefined);
}

function withTrustedFile<Result>(path: string, rule: TrustRule, use: (descriptor: number) => Result): Result {
  const canonical = resolveTrusted(path, rule.owners);
  const descriptor = openSync(canonical, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!isTrustedFile(fstatSync(descriptor), rule)) throw new Error('untrusted file');
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isTrustedFile(stats: Stats, rule: TrustRule): boolean {
  if (!stats.isFile() || !rule.owners.has(stats.uid) || !isOwnersOnly(stats)) return false;
  if (rule.isSecret === true && (stats.mode & readableByOthers) !== 0) return false;
  return stats.size <= (rule.mostBytes ?? Number.POSITIVE_INFINITY);
}
