/**
 * Thrown instead of waiting when the folder's file system has stopped answering: every further call would take one of
 * Node's few file threads.
 */
export class FolderSilent extends Error {
  readonly code = 'ESILENT';

  constructor(path: string) {
    super(`${path} does not answer`);
    this.name = 'FolderSilent';
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ESILENT: 'its file system does not answer',
  ENOSPC: 'no space is left on its device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'its file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a file that is not a folder has its place',
  ENOENT: 'it does not exist and cannot be made',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  ESTALE: 'its network mount is gone',
  EIO: 'its device reports errors',
};

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
};

/** What stands between us and a folder, as the two halves of a sentence. */
export interface FolderProblem {
  readonly cause: string;
  /** What a person can do about it. */
  readonly remedy: string;
}

/**
 * Puts an error into words: the file system's, or one that brings its own `remedy`. The code is kept, because a person
 * will search for it.
 */
export function describeFolderProblem(error: unknown): FolderProblem {
  const code = codeOf(error);
  const known = code === undefined ? undefined : CAUSES[code];
  const own = (error as { remedy?: unknown } | undefined)?.remedy;
  const text = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : String(error);
  return {
    cause: known === undefined ? text : code === 'ESILENT' ? known : `${known} (${code})`,
    remedy: typeof own === 'string' ? own : ((code === undefined ? undefined : REMEDIES[code]) ?? 'make it writable'),
  };
}

/** The system's name of an error (`ENOENT`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
