import { lstat, readFile, realpath, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { FolderLock } from './folder-lock.js';
import { codeOf } from './folder-problem.js';
import { applyChanges, type Change } from './index-changes.js';
import { formatIndex, type IndexContent, type ParsedIndex, parseIndex, type RawSession } from './index-format.js';
import { interruptedIfDead, mergeOwn, withinCap } from './index-merge.js';
import { thisProcess } from './lock-owner.js';
import type { SessionEntry, SessionIndex } from './session-index.js';
import type { StateFolder } from './state-folder.js';
import { sweepUnfinished, writeAtomically } from './write-atomically.js';

const MEANING = 'sessions are remembered only as long as this server runs';
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

const EMPTY: IndexContent = { rest: {}, sessions: new Map() };

/** The file is of a version that this program does not know; it stays as it is. */
class OtherVersion extends Error {
  readonly remedy = 'use the newest version of this program everywhere';

  constructor(path: string, version: unknown) {
    super(`${path} was written by another version of this program (format ${JSON.stringify(version)})`);
    this.name = 'OtherVersion';
  }
}

/**
 * The session index as one readable JSON file, which any number of servers write at once: every write is made under a
 * lock, on what the file holds by then, and replaces the file whole. Where the file cannot be written, sessions are
 * kept in memory, and written when it can.
 */
export class FileSessionIndex implements SessionIndex {
  readonly #folder: StateFolder;
  readonly #maxSessions: number;
  readonly #lock: FolderLock;
  /** Recorded, and not yet in the file. */
  readonly #unwritten = new Map<string, Change>();
  /**
   * What this server recorded, as the file held it: an older program on the same file drops fields, and sessions that
   * it has not read.
   */
  #own = new Map<string, RawSession>();
  readonly #keptAside: string[] = [];
  /** The file as it was read or written last: comparing it is much cheaper than parsing it. */
  #seen: { readonly text: string; readonly parsed: ParsedIndex } | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = RETRY_MS;
  #swept = false;

  /**
   * @param options.maxSessions how many sessions the file keeps; the least recently used go first, running ones never
   */
  constructor(options: { readonly folder: StateFolder; readonly maxSessions: number }) {
    this.#folder = options.folder;
    this.#maxSessions = Math.max(1, options.maxSessions);
    this.#lock = new FolderLock(options.folder);
  }

  record(entry: SessionEntry): Promise<void> {
    const before = this.#unwritten.get(entry.id);
    this.#unwritten.set(entry.id, {
      ...before,
      entry: { ...before?.entry, ...entry },
      firstUsedAt: before?.entry ? before.firstUsedAt : entry.lastUsedAt,
    });
    return this.#write();
  }

  forget(id: string): Promise<void> {
    this.#own.delete(id);
    this.#unwritten.set(id, { forget: true, firstUsedAt: 0 });
    return this.#write();
  }

  async get(id: string): Promise<SessionEntry | undefined> {
    const sessions = await this.#view();
    return interruptedIfDead(id, sessions.get(id));
  }

  async list(): Promise<readonly SessionEntry[]> {
    const sessions = await this.#view();
    const entries = await Promise.all([...sessions].map(([id, value]) => interruptedIfDead(id, value)));
    return entries.filter((entry) => entry !== undefined).sort((a, b) => b.lastUsedAt - a.lastUsedAt);
  }

  warnings(): readonly string[] {
    return [...this.#keptAside, ...this.#folder.warnings()];
  }

  /**
   * Joins the write that has not begun yet: all that is recorded during one write goes into the next. Never rejects.
   */
  #write(): Promise<void> {
    this.#next ??= (async () => {
      await this.#writing;
      this.#writing = this.#next;
      this.#next = undefined;
      await this.#writeOnce();
    })();
    return this.#next;
  }

  async #writeOnce(): Promise<void> {
    const batch = new Map(this.#unwritten);
    if (batch.size === 0) return;
    clearTimeout(this.#retry);
    try {
      const path = await this.#folder.use(() => this.#target());
      const written = await this.#lock.hold(`${path}.lock`, (afterDeath) => this.#replace(path, batch, afterDeath));
      for (const [id, change] of batch) {
        const value = written.get(id);
        const after = this.#unwritten.get(id);
        // Forgotten while it was being written: the next write takes it out again.
        if (value && (after === change || !after?.forget)) this.#own.set(id, value);
        if (after === change) this.#unwritten.delete(id);
      }
      this.#folder.works(MEANING);
      this.#retryMs = RETRY_MS;
    } catch (error) {
      this.#folder.failed(MEANING, error);
      this.#retry = setTimeout(() => void this.#write(), this.#retryMs).unref();
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    }
    await this.#forgetOldest();
  }

  /** One change of the file, with its lock held. Gives what was written of the batch. */
  async #replace(
    path: string,
    batch: ReadonlyMap<string, Change>,
    afterDeath: boolean,
  ): Promise<Map<string, RawSession>> {
    if (afterDeath || !this.#swept) await sweepUnfinished(dirname(path), basename(path));
    this.#swept = true;
    const found = (await this.#content(path)) ?? EMPTY;
    const owner = await thisProcess();
    const sessions = mergeOwn(found.sessions, this.#own);
    const written = applyChanges(sessions, batch, owner);
    const content: IndexContent = { rest: found.rest, sessions: await withinCap(sessions, this.#maxSessions) };
    const text = formatIndex(content);
    await writeAtomically(path, text, true);
    this.#seen = { text, parsed: { kind: 'read', content } };
    return written;
  }

  /** The file with what this server knows better or alone. Of a file that cannot be read, only that. */
  async #view(): Promise<Map<string, unknown>> {
    let found: IndexContent | undefined;
    try {
      const path = await this.#folder.use(() => this.#target());
      const parsed = await this.#folder.use(() => this.#read(path));
      // Under the lock, because another server may have moved the damaged file meanwhile, and begun a good one.
      found =
        parsed?.kind === 'read'
          ? parsed.content
          : parsed && (await this.#lock.hold(`${path}.lock`, (afterDeath) => this.#contentAfter(afterDeath, path)));
      if (this.#unwritten.size === 0) this.#folder.works(MEANING);
    } catch (error) {
      this.#folder.failed(MEANING, error);
    }
    const sessions = mergeOwn(found?.sessions ?? EMPTY.sessions, this.#own);
    applyChanges(sessions, this.#unwritten, await thisProcess());
    return sessions;
  }

  /** What one that died while it held the lock has left is cleared away with the next write. */
  #contentAfter(death: boolean, path: string): Promise<IndexContent | undefined> {
    if (death) this.#swept = false;
    return this.#content(path);
  }

  /**
   * With the lock held: what the file holds, undefined when there is none. A damaged one is moved aside; one of another
   * version is an error.
   */
  async #content(path: string): Promise<IndexContent | undefined> {
    const parsed = await this.#read(path);
    if (parsed?.kind === 'other-version') throw new OtherVersion(path, parsed.version);
    if (parsed?.kind === 'damaged') await this.#keepAside(path, parsed.reason);
    return parsed?.kind === 'read' ? parsed.content : undefined;
  }

  /** Undefined when there is no file. */
  async #read(path: string): Promise<ParsedIndex | undefined> {
    const text = await readRegularFile(path);
    if (text === undefined) return undefined;
    if (this.#seen?.text !== text) this.#seen = { text, parsed: parseIndex(text) };
    return this.#seen.parsed;
  }

  async #keepAside(path: string, reason: string): Promise<void> {
    const time = new Date().toISOString().replace(/[:.]/g, '-');
    const aside = `${path}.damaged-${time}-${process.pid}`;
    await rename(path, aside);
    this.#keptAside.push(
      `The session index was damaged (${reason}); it was kept as ${aside}, and a new one was begun. A session that is missing can be continued by giving its cwd.`,
    );
  }

  /** The file itself where the path is a symbolic link, which a rename would replace. */
  async #target(): Promise<string> {
    await this.#folder.make();
    const path = this.#folder.statePath;
    return realpath(path).catch(() => path);
  }

  /** Bounds what is kept in memory by the same rule as the file. */
  async #forgetOldest(): Promise<void> {
    if (this.#own.size > this.#maxSessions) {
      this.#own = (await withinCap(this.#own, this.#maxSessions)) as Map<string, RawSession>;
    }
    if (this.#unwritten.size > this.#maxSessions) {
      const owner = await thisProcess();
      const values = new Map<string, unknown>();
      applyChanges(values, this.#unwritten, owner);
      const kept = await withinCap(values, this.#maxSessions);
      for (const id of [...this.#unwritten.keys()]) if (!kept.has(id)) this.#unwritten.delete(id);
    }
  }
}

async function readRegularFile(path: string): Promise<string | undefined> {
  try {
    // Reading a pipe or a device would wait for ever.
    if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a file`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
