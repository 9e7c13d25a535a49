import { randomBytes } from 'node:crypto';
import {
  chmod,
  constants,
  copyFile,
  mkdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '@agentmount/core';
import type { MergedText } from './merge-result.js';

/** What became of a file. */
export interface WrittenConfiguration {
  readonly outcome: 'created' | 'changed' | 'unchanged';
  /** Where the file as it was before has been kept. */
  readonly backup?: string;
}

/**
 * Changes a configuration file: all of it at once, with its mode kept, through a symbolic link to the file behind it, and with a copy of
 * what it said before beside it. Throws a `Refusal` when the file cannot be read or written, and what `merge` throws.
 * @param merge makes the new text of the old one (empty for a new file); undefined leaves it as it is
 */
export async function writeConfiguration(
  path: string,
  merge: (text: string) => MergedText,
  now: Date,
): Promise<WrittenConfiguration> {
  try {
    const target = await realpath(path).catch(() => path);
    const before = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // Some editors begin a file with a mark of its encoding, which is no part of its text.
    const mark = before?.startsWith('\u{FEFF}') ? '\u{FEFF}' : '';
    const after = merge(before?.slice(mark.length) ?? '');
    if (after === undefined) return { outcome: 'unchanged' };
    if (before === undefined) await mkdir(dirname(target), { recursive: true });
    const backup = before === undefined ? undefined : await keepCopy(target, now);
    await replaceFile(target, mark + after);
    return backup === undefined ? { outcome: 'created' } : { outcome: 'changed', backup };
  } catch (error) {
    if (Refusal.is(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal(
      'argument',
      `it cannot be written (${code ?? message}); make it writable, or add the entry by hand`,
    );
  }
}

/** Copies the file under a name that tells the time, and never over another copy. */
async function keepCopy(path: string, now: Date): Promise<string> {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  for (let number = 1; ; number += 1) {
    const copy = `${path}.${time}${number === 1 ? '' : `-${number}`}.bak`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    // These files may hold keys of other servers.
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    const found = await stat(path).catch(() => undefined);
    if (found) await chmod(draft, found.mode & 0o777);
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}
