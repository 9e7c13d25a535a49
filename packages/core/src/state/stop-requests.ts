import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity } from '../process/process-identity.js';
import { codeOf } from './folder-problem.js';
import { FolderWatch } from './folder-watch.js';
import { readIdentity, thisProcess } from './lock-owner.js';
import { removeFile } from './owner-lock.js';
import type { StateFolder } from './state-folder.js';
import { writeAtomically } from './write-atomically.js';

const FOLDER = 'stops';
const NAME = /^([a-z0-9]{1,20})-[0-9a-f]{12}\.json$/;
/** How soon a request is seen where the file system tells of no changes, ms. */
const POLL_MS = 1_000;

interface StopRequest {
  readonly version: 1;
  readonly turn: string;
  /** The server that runs the turn: its id alone may be another server's, too. */
  readonly server: ProcessIdentity;
  /** Who asked: a request is withdrawn by whoever made it, unless that one was killed. */
  readonly asker: ProcessIdentity;
}

/**
 * Requests to stop a turn of another process, as files in `stops/`: the server that runs the turn sees the file, removes it and
 * stops the turn as if its own caller had asked. So nobody but the server itself ever signals a live server's processes.
 */
export class StopRequests {
  readonly #folder: StateFolder;
  readonly #turns = new Map<string, () => void>();
  readonly #watch = new FolderWatch(POLL_MS, () => void this.#look());
  #looking: Promise<void> | undefined;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** Calls `stop` when somebody asks for the turn's end; returns the way to stop listening. */
  listen(turn: string, stop: () => void): () => void {
    this.#turns.set(turn, stop);
    // A folder that cannot be used is named by those who need it more; the poll finds it once it works again.
    void this.#folder
      .use(() => this.#folder.make(FOLDER))
      .then(
        (path) => this.#turns.size > 0 && this.#watch.start(path),
        () => this.#turns.size > 0 && this.#watch.start(this.#path),
      );
    return () => {
      this.#turns.delete(turn);
      if (this.#turns.size === 0) this.#watch.stop();
    };
  }

  /**
   * Asks for the end of a turn. `path` is there until the server has seen it; `withdraw` is to be called in any case. Rejects with
   * the file system's error.
   */
  async ask(turn: string, server: ProcessIdentity): Promise<{ readonly path: string; withdraw(): Promise<void> }> {
    await this.#folder.use(() => this.#folder.make(FOLDER));
    await this.#sweep();
    const path = join(this.#path, `${turn}-${randomBytes(6).toString('hex')}.json`);
    const request: StopRequest = { version: 1, turn, server, asker: await thisProcess() };
    await this.#folder.use(() => writeAtomically(path, `${JSON.stringify(request, undefined, 2)}\n`, false));
    return { path, withdraw: () => removeFile(path) };
  }

  get #path(): string {
    return join(this.#folder.path, FOLDER);
  }

  async #look(): Promise<void> {
    this.#looking ??= this.#obey()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  async #obey(): Promise<void> {
    const me = await thisProcess();
    for (const { path, turn } of await this.#list()) {
      const stop = this.#turns.get(turn);
      if (stop === undefined) continue;
      const request = await this.#read(path);
      if (request === undefined || !isSame(request.server, me)) continue;
      await removeFile(path);
      stop();
    }
  }

  /** Removes what was asked of servers, or by somebody, dead by now, and what nobody can read. */
  async #sweep(): Promise<void> {
    for (const { path } of await this.#list()) {
      const request = await this.#read(path);
      const counts = request && (await isAlive(request.server)) && (await isAlive(request.asker));
      if (!counts) await removeFile(path);
    }
  }

  async #list(): Promise<readonly { readonly path: string; readonly turn: string }[]> {
    const names = await this.#folder.use(() => readdir(this.#path).catch(emptyIfMissing));
    return names.flatMap((name) => {
      const turn = NAME.exec(name)?.[1];
      return turn === undefined ? [] : [{ path: join(this.#path, name), turn }];
    });
  }

  async #read(path: string): Promise<Pick<StopRequest, 'server' | 'asker'> | undefined> {
    try {
      const value = JSON.parse(await this.#folder.use(() => readFile(path, 'utf8'))) as Partial<StopRequest> | null;
      const server = readIdentity(value?.server);
      const asker = readIdentity(value?.asker);
      return server && asker && { server, asker };
    } catch {
      return undefined;
    }
  }
}

function isSame(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.startTime === b.startTime && a.bootId === b.bootId && a.pidNamespace === b.pidNamespace;
}

function emptyIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}
