import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity } from '../process/process-identity.js';
import { codeOf } from './folder-problem.js';
import { formatSlotFile, parseSlotFile, parseSlotName, type SlotFile, type SlotName } from './slot-file.js';
import type { StateFolder } from './state-folder.js';
import { writeAtomically } from './write-atomically.js';

const FOLDER = 'slots';

export type ListedSlot = SlotName & SlotFile;

export interface SlotListing {
  /** Of live servers, or of servers that cannot be asked; first come first. */
  readonly alive: readonly ListedSlot[];
  /** Names of files whose server is dead, or that a power cut emptied. */
  readonly dead: readonly string[];
}

/** The files in `slots/`. Rejects with the file system's errors. */
export class SlotFolder {
  readonly #folder: StateFolder;
  /** What was read, by name: a name never changes its server. */
  #read = new Map<string, SlotFile>();

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** Makes the folder when it is missing, and gives its path. */
  make(): Promise<string> {
    return this.#folder.make(FOLDER);
  }

  /**
   * The lock around every change of the folder. It lies outside, so that taking it wakes nobody who watches the folder.
   */
  get lockPath(): string {
    return join(this.#folder.path, `${FOLDER}.lock`);
  }

  /** All turns, or those of one depth. A missing folder has none. */
  async list(depth?: number): Promise<SlotListing> {
    const names = (await readdir(this.#path()).catch(emptyIfMissing))
      .map(parseSlotName)
      .filter((name) => name !== undefined)
      .filter((name) => depth === undefined || name.depth === depth);
    const found = await Promise.all(names.map(async (name) => ({ name, file: await this.#file(name) })));
    this.#read = new Map(
      found.flatMap(({ name, file }) => (typeof file === 'object' ? [[name.name, file] as const] : [])),
    );
    const alive: ListedSlot[] = [];
    const dead: string[] = [];
    const asked = new Map<string, Promise<boolean>>();
    for (const { name, file } of found) {
      if (file === 'gone') continue;
      if (file !== 'empty' && (await once(asked, file.server))) alive.push({ ...file, ...name });
      else dead.push(name.name);
    }
    return { alive: alive.sort((a, b) => (a.order < b.order ? -1 : 1)), dead };
  }

  /** Writes a file whole. Not synced: after a power cut no turn runs. */
  async write(name: string, file: SlotFile): Promise<void> {
    await writeAtomically(join(this.#path(), name), formatSlotFile(file), false);
  }

  async remove(name: string): Promise<void> {
    try {
      await unlink(join(this.#path(), name));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  async #file(name: SlotName): Promise<SlotFile | 'gone' | 'empty'> {
    const known = this.#read.get(name.name);
    if (known) return known;
    try {
      return parseSlotFile(await readFile(join(this.#path(), name.name), 'utf8'), name) ?? 'empty';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'gone';
      throw error;
    }
  }

  #path(): string {
    return join(this.#folder.path, FOLDER);
  }
}

/**
 * The turns of all servers that share the folder, running and waiting, at every depth; first come first. For people who
 * list or end them.
 */
export async function readSlots(folder: StateFolder): Promise<readonly ListedSlot[]> {
  return (await new SlotFolder(folder).list()).alive;
}

/** Asks about each server once in one listing. */
function once(asked: Map<string, Promise<boolean>>, server: ProcessIdentity): Promise<boolean> {
  const key = JSON.stringify(server);
  let answer = asked.get(key);
  if (!answer) {
    answer = isAlive(server);
    asked.set(key, answer);
  }
  return answer;
}

function emptyIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}
