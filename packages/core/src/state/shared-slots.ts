import { randomBytes } from 'node:crypto';
import { FolderLock } from './folder-lock.js';
import { FolderWatch } from './folder-watch.js';
import { thisProcess } from './lock-owner.js';
import { instanceOf, slotName, slotOrder } from './slot-file.js';
import { SlotFolder, type SlotListing } from './slot-folder.js';
import { SlotOffers } from './slot-offers.js';
import { type Contender, whoMayRun } from './slot-order.js';
import type { Slot, SlotRecord, Slots } from './slots.js';
import type { StateFolder } from './state-folder.js';
import { sweepUnfinished } from './write-atomically.js';

const MEANING = 'turns are counted in this server only';
/** How soon the death of another server is noticed, ms. */
const POLL_MS = 1_000;
/** How long a slot is kept free for a turn of another server that does not take it, ms. */
const COURTESY_MS = 2_000;

/** A turn of this server, from its call to its end. */
interface Holding {
  record: SlotRecord;
  readonly order: string;
  readonly createdAt: number;
  startedAt?: number;
  /** The file that stands for it now. */
  file?: string;
  ended: boolean;
  readonly grant: () => void;
}

export interface SharedSlotsOptions {
  readonly folder: StateFolder;
  /** Turns at once at this depth, over all servers that share the folder. */
  readonly limit: number;
  /** Depth of delegation of this server's turns: those of another depth are not counted. */
  readonly depth: number;
}

/**
 * Slots counted by files in `slots/`, one for each turn that runs or waits, of every server of this user. Each server
 * grants its own turns a slot, under a lock, while fewer than its limit run; among servers the turn that came first
 * goes first. A dead server's files are not counted. Where the files cannot be written, this server's own turns are
 * counted, with a warning of the folder.
 */
export class SharedSlots implements Slots {
  readonly #folder: StateFolder;
  readonly #files: SlotFolder;
  readonly #lock: FolderLock;
  readonly #limit: number;
  readonly #depth: number;
  readonly #instance = randomBytes(6).toString('hex');
  readonly #waiting = new Set<Holding>();
  readonly #running = new Set<Holding>();
  readonly #watch = new FolderWatch(POLL_MS, () => this.#advance('look'));
  readonly #offers = new SlotOffers(COURTESY_MS);
  #latest = 0;
  #sequence = 0;
  #round: Promise<void> | undefined;
  #again: 'look' | 'change' | undefined;

  constructor(options: SharedSlotsOptions) {
    this.#folder = options.folder;
    this.#files = new SlotFolder(options.folder);
    this.#lock = new FolderLock(options.folder);
    this.#limit = Math.max(1, options.limit);
    this.#depth = options.depth;
  }

  acquire(record: SlotRecord, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      // A clock that is set back must not let the later call go first.
      this.#latest = Math.max(this.#latest, Date.now());
      const createdAt = this.#latest;
      this.#sequence += 1;
      const holding: Holding = {
        record,
        order: slotOrder(createdAt, this.#sequence, this.#instance),
        createdAt,
        ended: false,
        grant: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#slot(holding));
        },
      };
      const leave = () => {
        reject(signal.reason);
        void this.#end(holding);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(holding);
      this.#advance('change');
    });
  }

  #slot(holding: Holding): Slot {
    let released: Promise<void> | undefined;
    return {
      update: (changes) => this.#update(holding, changes),
      release: () => {
        released ??= this.#end(holding);
        return released;
      },
    };
  }

  /**
   * Takes a turn out, wherever it stands. The memory first: whatever becomes of the file, this server's count is right.
   */
  async #end(holding: Holding): Promise<void> {
    holding.ended = true;
    this.#waiting.delete(holding);
    this.#running.delete(holding);
    // A round that is writing this turn's file sees afterwards that the turn has ended, and removes it.
    if (holding.file !== undefined) await this.#remove(holding.file);
    this.#advance('look');
  }

  /** A file that cannot be removed is removed by a later round, and is never counted here. */
  async #remove(name: string): Promise<void> {
    try {
      await this.#folder.use(() => this.#files.remove(name));
    } catch (error) {
      this.#folder.failed(MEANING, error);
    }
  }

  async #update(holding: Holding, changes: Partial<SlotRecord>): Promise<void> {
    holding.record = { ...holding.record, ...changes };
    try {
      await this.#locked(async () => {
        if (this.#running.has(holding)) await this.#write(holding, 'running');
      });
      this.#folder.works(MEANING);
    } catch (error) {
      this.#folder.failed(MEANING, error);
    }
  }

  /**
   * Begins a round, or notes that another is due after the one that runs. `look`: nothing of ours has changed, so see
   * first whether there is anything to do.
   */
  #advance(reason: 'look' | 'change'): void {
    if (this.#round) {
      if (this.#again !== 'change') this.#again = reason;
      return;
    }
    this.#again = undefined;
    this.#round = this.#advanceOnce(reason).finally(() => {
      this.#round = undefined;
      if (this.#again) this.#advance(this.#again);
    });
  }

  async #advanceOnce(reason: 'look' | 'change'): Promise<void> {
    if (this.#waiting.size === 0) return this.#watch.stop();
    let granted: Holding[];
    try {
      const path = await this.#folder.use(() => this.#files.make());
      // Before the look, so that no change falls between the two.
      if (reason === 'look') this.#watch.start(path);
      const listing = await this.#folder.use(() => this.#files.list(this.#depth));
      const idle = reason === 'look' && this.#mayRun(listing).length === 0 && listing.dead.length === 0;
      granted = idle ? [] : await this.#locked(() => this.#claim());
      this.#folder.works(MEANING);
    } catch (error) {
      this.#folder.failed(MEANING, error);
      granted = [...this.#waiting].slice(0, Math.max(0, this.#limit - this.#running.size));
    }
    for (const holding of granted) {
      if (holding.ended) continue;
      this.#waiting.delete(holding);
      this.#running.add(holding);
      holding.startedAt ??= Date.now();
      holding.grant();
    }
    if (this.#waiting.size === 0) this.#watch.stop();
    else if (reason === 'change') this.#advance('look');
  }

  /** Changes the folder. Whoever holds the lock after one that died while writing clears away what it left. */
  #locked<T>(change: () => Promise<T>): Promise<T> {
    return this.#lock.hold(this.#files.lockPath, async (afterDeath) => {
      if (afterDeath) await sweepUnfinished(await this.#files.make());
      return change();
    });
  }

  /**
   * With the lock held: clears away the dead, gives slots to those of ours whose turn it is, and leaves a file for each
   * that waits.
   */
  async #claim(): Promise<Holding[]> {
    const listing = await this.#files.list(this.#depth);
    const known = new Set([...this.#waiting, ...this.#running].map(({ file }) => file));
    const stray = listing.alive.filter(({ name, order }) => instanceOf(order) === this.#instance && !known.has(name));
    await Promise.all([...listing.dead, ...stray.map(({ name }) => name)].map((name) => this.#files.remove(name)));
    const granted = this.#mayRun(listing);
    for (const holding of granted) holding.startedAt = Date.now();
    // Those that run without a file were granted while the folder could not be written.
    const unnamed = [...this.#running].filter(({ file, order }) => file !== slotName('running', this.#depth, order));
    for (const holding of [...unnamed, ...granted]) await this.#write(holding, 'running');
    const queued = [...this.#waiting].filter((holding) => holding.file === undefined && !granted.includes(holding));
    await Promise.all(queued.map((holding) => this.#write(holding, 'waiting')));
    return granted;
  }

  /** Makes the file for a turn, in place of the one that stood for it while it waited. */
  async #write(holding: Holding, state: 'running' | 'waiting'): Promise<void> {
    if (holding.ended) return;
    const before = holding.file;
    const name = slotName(state, this.#depth, holding.order);
    const { createdAt, startedAt, record } = holding;
    await this.#files.write(name, {
      version: 1,
      state,
      depth: this.#depth,
      limit: this.#limit,
      ...record,
      createdAt,
      ...(startedAt !== undefined && { startedAt }),
      server: await thisProcess(),
    });
    holding.file = name;
    if (before !== undefined && before !== name) await this.#files.remove(before);
    if (holding.ended) await this.#files.remove(name);
  }

  /** Our waiting turns that may run now. */
  #mayRun(listing: SlotListing): Holding[] {
    const others = listing.alive.filter(({ order }) => instanceOf(order) !== this.#instance);
    const holders = others.filter(({ state }) => state === 'running').length + this.#running.size;
    const theirs: Candidate[] = others
      .filter(({ state }) => state === 'waiting')
      .map(({ order, limit }) => ({ order, limit, passed: this.#offers.isPassed(order) }));
    const ours: Candidate[] = [...this.#waiting].map((holding) => ({
      order: holding.order,
      limit: this.#limit,
      holding,
    }));
    const allowed = whoMayRun(holders, [...theirs, ...ours]);
    this.#offers.note(allowed.filter(({ holding }) => holding === undefined).map(({ order }) => order));
    return allowed.flatMap(({ holding }) => (holding ? [holding] : []));
  }
}

interface Candidate extends Contender {
  /** Absent for a turn of another server. */
  readonly holding?: Holding;
}
