import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './folder-problem.js';
import type { StateFolder } from './state-folder.js';

const FOLDER = 'answers';
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const KEEP_FILES = 100;
/** Bytes written at once. */
const BUFFER_BYTES = 128 * 1024;

/**
 * The files of answers that are too long for a report: in `answers/`, for this user alone, kept for seven days and 100
 * at most.
 */
export class AnswerFiles {
  readonly #folder: StateFolder;

  constructor(options: { readonly folder: StateFolder }) {
    this.#folder = options.folder;
  }

  /**
   * A new file for an answer of this turn; rejects with the file system's error. Older files that are due are removed.
   */
  create(turn: string): Promise<AnswerFile> {
    return this.#folder.use(
      async () => {
        const folder = await this.#folder.make(FOLDER);
        await prune(folder, KEEP_FILES - 1);
        // Turn ids are unique within one server only, and another's answer is not to be overwritten.
        for (let number = 1; ; number += 1) {
          const path = join(folder, `${safeName(turn)}${number === 1 ? '' : `-${number}`}.md`);
          const handle = await openNew(path);
          if (handle) return new AnswerFile(this.#folder, path, handle);
        }
      },
      (late) => late.discard(),
    );
  }
}

/** An answer on its way to disk. Calls may not overlap. */
export class AnswerFile {
  /** Absolute. */
  readonly path: string;
  readonly #folder: StateFolder;
  readonly #handle: FileHandle;
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(BUFFER_BYTES);

  constructor(folder: StateFolder, path: string, handle: FileHandle) {
    this.#folder = folder;
    this.path = path;
    this.#handle = handle;
  }

  async append(text: string): Promise<void> {
    // Through one small buffer: a new one for each piece of a long answer would be garbage faster than it is collected.
    for (let rest = text; rest !== ''; ) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#buffer);
      await this.#folder.use(() => this.#handle.writeFile(this.#buffer.subarray(0, written)));
      rest = rest.slice(read);
    }
  }

  async close(): Promise<void> {
    await this.#folder.use(() => this.#handle.close());
  }

  /** Closes and removes it, as far as the folder lets us. Never rejects. */
  async discard(): Promise<void> {
    const remove = async () => {
      await this.#handle.close().catch(() => undefined);
      await unlink(this.path);
    };
    await this.#folder.use(remove).catch(() => undefined);
  }
}

async function openNew(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

/** Removes answers over seven days old, and the oldest of those over `keep`. */
async function prune(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return {
        path,
        time: await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => undefined,
        ),
      };
    }),
  );
  const newestFirst = files
    .filter((file): file is { path: string; time: number } => file.time !== undefined)
    .sort((a, b) => b.time - a.time);
  const due = newestFirst.filter((file, index) => index >= keep || Date.now() - file.time > KEEP_MS);
  await Promise.all(due.map(({ path }) => unlink(path).catch(() => undefined)));
}

function safeName(turn: string): string {
  const name = turn.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
  return name === '' ? 'answer' : name;
}
