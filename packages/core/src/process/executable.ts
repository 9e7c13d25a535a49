import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve, win32 } from 'node:path';
import { Refusal } from '../runner/refusal.js';
import { parseShim, windowsCandidates } from './windows-shim.js';

/** A program that exists and may be run. */
export interface FoundExecutable {
  /** Absolute path of what to start. */
  readonly command: string;
  /** Arguments that come before all others: the script, where `command` is the Node.js that runs it. */
  readonly args: readonly string[];
  /** Absolute path under which the program was found. */
  readonly path: string;
}

export interface SearchOptions {
  /** PATH (and PATHEXT) are taken from here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How to install the program, as a command a person can type. */
  readonly install: string;
  /** Name of the setting that gives the program's path, for the refusal. */
  readonly setting?: string;
  readonly platform?: NodeJS.Platform;
}

/**
 * Finds a program by its path, or by its name on the PATH. A relative path counts from this process's directory; relative entries of
 * PATH are passed over, since they would mean another program in every directory. Throws a {@link Refusal} `executable` that
 * names the path and the cause.
 */
export async function findExecutable(nameOrPath: string, options: SearchOptions): Promise<FoundExecutable> {
  const isPath = /[\\/]/.test(nameOrPath) && (nameOrPath.includes('/') || platformOf(options) === 'win32');
  if (nameOrPath.trim() === '') throw refusal('the name of the program is empty', options);
  if (nameOrPath.startsWith('~')) {
    const home = options.environment.HOME ?? options.environment.USERPROFILE ?? '/home/you';
    const meant = nameOrPath.replace(/^~(?=[\\/])/, home);
    throw new Refusal(
      'executable',
      `cannot use ${nameOrPath}: "~" is replaced by a shell, and none runs here; write the whole path${meant === nameOrPath ? '' : `, ${meant}`}.`,
    );
  }
  return platformOf(options) === 'win32'
    ? findOnWindows(nameOrPath, isPath, options)
    : findOnPosix(nameOrPath, isPath, options);
}

async function findOnPosix(nameOrPath: string, isPath: boolean, options: SearchOptions): Promise<FoundExecutable> {
  if (isPath) {
    const path = resolve(nameOrPath);
    const problem = await problemOf(path);
    if (problem) throw refusal(`cannot run ${path}: ${problem}`, options);
    return { command: path, args: [], path };
  }
  const search = options.environment.PATH ?? '';
  let unfit = '';
  for (const directory of search.split(delimiter).filter((entry) => isAbsolute(entry))) {
    const path = join(directory, nameOrPath);
    const problem = await problemOf(path);
    if (!problem) return { command: path, args: [], path };
    if (problem !== MISSING) unfit ||= ` (${path} is there, but ${problem})`;
  }
  throw refusal(`cannot find ${nameOrPath} on the PATH, which is ${shown(search)}${unfit}`, options);
}

async function findOnWindows(nameOrPath: string, isPath: boolean, options: SearchOptions): Promise<FoundExecutable> {
  const search = variable(options.environment, 'PATH');
  const directories = search.split(';').filter((entry) => win32.isAbsolute(entry));
  const extensions = variable(options.environment, 'PATHEXT');
  const whole = isPath ? win32.resolve(nameOrPath) : '';
  const candidates = isPath
    ? windowsCandidates(win32.basename(whole), [win32.dirname(whole)], extensions)
    : windowsCandidates(nameOrPath, directories, extensions);
  for (const path of candidates) {
    if (await isFile(path)) return programOf(path, directories, options);
  }
  const where = isPath ? `${whole}: ${MISSING}` : `${nameOrPath} on the PATH, which is ${shown(search)}`;
  throw refusal(`cannot find ${where}`, options);
}

/** What Windows can start without a shell: a program, or the Node.js script behind a package manager's shim. */
async function programOf(
  path: string,
  directories: readonly string[],
  options: SearchOptions,
): Promise<FoundExecutable> {
  const extension = win32.extname(path).toLowerCase();
  if (/^\.[cm]?js$/.test(extension)) return { command: process.execPath, args: [path], path };
  if (!['.cmd', '.bat', '.ps1'].includes(extension)) return { command: path, args: [], path };
  const target = parseShim(await readFile(path, 'utf8').catch(() => ''), path);
  if (!target) {
    throw refusal(
      `cannot run ${path}: a ${extension} file needs a shell, and this is no shim of npm, pnpm or yarn that could be seen through`,
      options,
    );
  }
  const places = [win32.dirname(path), ...directories].map((directory) => win32.join(directory, 'node.exe'));
  let command = process.execPath;
  for (const place of places) {
    if (!(await isFile(place))) continue;
    command = place;
    break;
  }
  return { command, args: [...target.nodeArgs, target.script], path };
}

const MISSING = 'there is no such file';

/** Why a path cannot be run; undefined when it can. */
async function problemOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT' || found.code === 'ENOTDIR') return MISSING;
    return `it cannot be reached (${found.code})`;
  }
  if (found.isDirectory()) return 'it is a directory';
  if (!found.isFile()) return 'it is not a file';
  const runs = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return runs ? undefined : `it is not executable (chmod +x ${path} makes it so)`;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** Windows does not tell capitals from small letters in names of variables. */
function variable(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const found = Object.keys(environment).find((key) => key.toUpperCase() === name);
  return (found && environment[found]) ?? '';
}

function shown(search: string): string {
  if (search === '') return 'empty';
  return search.length > 400 ? `${search.slice(0, 400)}…` : search;
}

function platformOf(options: SearchOptions): NodeJS.Platform {
  return options.platform ?? process.platform;
}

function refusal(cause: string, { install, setting }: SearchOptions): Refusal {
  const path = setting ? `set ${setting} to its absolute path` : 'give its absolute path';
  return new Refusal('executable', `${cause}; install it with "${install}", or ${path}.`);
}
