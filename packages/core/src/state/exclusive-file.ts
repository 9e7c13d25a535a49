import { randomBytes } from 'node:crypto';
import { link, lstat, open, readFile, readlink, rename, symlink, unlink } from 'node:fs/promises';
import { codeOf } from './folder-problem.js';

/** What a draft's name ends in; one is left when a process is killed while it writes. */
export const DRAFT_SUFFIX = '.draft';

/** The content is kept shorter than a symbolic link's target may be anywhere (1,023 bytes on macOS). */
const MAX_BYTES = 1_000;

/** Errors by which a system says that it has no symbolic links, or not for this user. */
const NO_SYMLINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'UNKNOWN']);

/** How the content is kept: as the target of a symbolic link that points nowhere, or in an ordinary file. */
export type ExclusiveForm = 'symlink' | 'file';

/**
 * Makes a file that was not there and is complete from its first moment; false when it is there already. The content is
 * short text.
 *
 * A symbolic link is one system call, leaves no second file to clean up, and is never empty after a power cut, because
 * its target is written with its name. Where there are none (Windows), a finished file is linked in.
 */
export async function createExclusive(path: string, content: string, form?: ExclusiveForm): Promise<boolean> {
  try {
    await make(path, content, form, link);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces such a file at once, whether it is there or not. */
export async function replaceExclusive(path: string, content: string, form?: ExclusiveForm): Promise<void> {
  const draft = draftPath(path);
  try {
    await make(draft, content, form, rename);
    await rename(draft, path);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** The content of such a file; undefined when it is not there, empty when it is something else. */
export async function readExclusive(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code !== 'EINVAL' && code !== 'UNKNOWN') throw error;
  }
  try {
    const found = await lstat(path);
    // Anything but a small file is not ours, and reading a pipe would wait for ever.
    return found.isFile() && found.size <= MAX_BYTES ? await readFile(path, 'utf8') : '';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

type Publish = (draft: string, path: string) => Promise<void>;

/** @param publish how an ordinary file, once finished, gets its name */
async function make(path: string, content: string, form: ExclusiveForm | undefined, publish: Publish): Promise<void> {
  if (Buffer.byteLength(content) > MAX_BYTES)
    throw new RangeError(`${content.length} characters are too many for ${path}`);
  if (form !== 'file' && process.platform !== 'win32') {
    try {
      return await symlink(content, path);
    } catch (error) {
      if (form === 'symlink' || !NO_SYMLINKS.has(codeOf(error))) throw error;
    }
  }
  const draft = draftPath(path);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(draft, path);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

function draftPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${DRAFT_SUFFIX}`;
}
