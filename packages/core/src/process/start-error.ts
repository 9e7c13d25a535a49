import { stat } from 'node:fs/promises';
import type { ProcessSpec } from './agent-process.js';

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'it may not be executed',
  EPERM: 'the system does not permit it',
  E2BIG: 'its arguments and environment together are longer than the system allows',
  EAGAIN: 'the system allows this user no more processes',
  ENOMEM: 'there is not enough memory',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ENOEXEC: 'it is not a program for this machine',
  ENOTDIR: 'a part of its path is not a directory',
  ELOOP: 'its path leads through too many symbolic links',
  ENAMETOOLONG: 'its path is too long',
  ETXTBSY: 'it is being written at this moment',
};

/** The sentence for a start that failed, the system's error as its `cause`. */
export async function startError(cause: unknown, spec: ProcessSpec): Promise<Error> {
  return new Error(`could not start ${spec.command}: ${await reasonOf(cause as NodeJS.ErrnoException, spec)}`, {
    cause,
  });
}

async function reasonOf(error: NodeJS.ErrnoException, { command, cwd }: ProcessSpec): Promise<string> {
  // The system reports a missing directory as if the program were missing.
  const directory = await stat(cwd).catch((problem: NodeJS.ErrnoException) => problem.code ?? 'unreadable');
  if (directory === 'ENOENT') return `its working directory ${cwd} does not exist`;
  if (typeof directory === 'string') return `its working directory ${cwd} cannot be entered (${directory})`;
  if (!directory.isDirectory()) return `its working directory ${cwd} is not a directory`;
  if (error.code === 'ENOENT') {
    const there = await stat(command).catch(() => undefined);
    return there ? 'the interpreter that its first line names does not exist' : 'there is no such file';
  }
  if (error.code === 'ERR_INVALID_ARG_VALUE') return 'an argument or a variable contains a NUL character';
  const known = CAUSES[error.code ?? ''];
  return known ? `${known} (${error.code})` : (error.code ?? error.message);
}
