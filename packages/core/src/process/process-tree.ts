import { hasMarker, MARKER_VARIABLE } from './marker.js';
import type { ProcessEntry, ProcessTable } from './process-table.js';

/** A session that processes of a tree live in: its id, and when its leader started, if that was seen. */
export interface TreeSession {
  readonly id: number;
  readonly leaderStart: number | undefined;
}

/** What a look at the process table told about a tree. */
export interface TreeLook {
  readonly members: readonly ProcessEntry[];
  /** Sessions that were not there at the look before, and those that have ended since. */
  readonly sessionsBegun: readonly TreeSession[];
  readonly sessionsEnded: readonly TreeSession[];
}

/**
 * One started process and whatever came of it. A descendant is known by any of: its parent is one; its session is one that a
 * descendant leads (a group never reaches over sessions, so it needs no look of its own); it was one at an earlier look; its
 * environment has the marker. So it stays known when it leaves its group or its session, or when its parent dies.
 */
export class ProcessTree {
  readonly root: number;
  readonly marker: string;
  #rootStart: number | undefined;
  readonly #known = new Map<number, { readonly startTime: number; seenAt: number }>();
  readonly #sessions = new Map<number, { session: TreeSession; seenAt: number }>();

  /** `root` leads a session of its own (not on Windows); `rootStart` is its start time where that is known at once. */
  constructor(root: number, marker: string, rootStart: number | undefined) {
    this.root = root;
    this.marker = marker;
    this.#rootStart = rootStart;
    const seenAt = performance.now();
    if (rootStart !== undefined) this.#known.set(root, { startTime: rootStart, seenAt });
    if (process.platform !== 'win32') {
      this.#sessions.set(root, { session: { id: root, leaderStart: rootStart }, seenAt });
    }
  }

  /** Whether a session is one of the tree's own: then so is everything in it. */
  ownsSession(id: number): boolean {
    return this.#sessions.has(id);
  }

  /** Finds the members that are alive, by all means. */
  async find(table: ProcessTable): Promise<TreeLook> {
    const at = performance.now();
    const entries = await table.list();
    const { members } = this.#trace(entries, new Set());
    const found = new Set(members.map((entry) => entry.pid));
    const others = entries.filter((entry) => !found.has(entry.pid) && !this.#isOlder(entry));
    const marked = new Set<number>();
    for (const [pid, value] of await table.variable(MARKER_VARIABLE, others)) {
      if (hasMarker(value, this.marker)) marked.add(pid);
    }
    return this.#take(entries, marked, at);
  }

  /** Stops the members among the newest processes, which come and go too quickly for {@link find}, and remembers them. */
  stopNewest(table: ProcessTable): readonly ProcessEntry[] {
    const stopped = table
      .stopNewest(MARKER_VARIABLE, (value) => hasMarker(value, this.marker))
      .filter((entry) => !this.#isOlder(entry));
    const seenAt = performance.now();
    for (const { pid, startTime } of stopped) this.#known.set(pid, { startTime, seenAt });
    return stopped;
  }

  /**
   * Remembers who belongs to the tree in a listing; cheaper than {@link find}, since it reads no environment. `at` is when the
   * listing was begun (`performance.now()`): what was seen later than that is not forgotten for being absent from it.
   */
  remember(entries: readonly ProcessEntry[], at: number): TreeLook {
    return this.#take(entries, new Set(), at);
  }

  #take(entries: readonly ProcessEntry[], marked: ReadonlySet<number>, at: number): TreeLook {
    const { members, byId } = this.#trace(entries, marked);
    const memberIds = new Set(members.map((entry) => entry.pid));
    for (const { pid, startTime } of members) {
      const seenAt = Math.max(at, this.#known.get(pid)?.seenAt ?? 0);
      this.#known.set(pid, { startTime, seenAt });
    }
    for (const [pid, { seenAt }] of this.#known) if (seenAt < at) this.#known.delete(pid);
    this.#rootStart ??= this.#known.get(this.root)?.startTime;

    const sessionsBegun: TreeSession[] = [];
    for (const id of new Set(members.map((entry) => entry.session))) {
      const leader = byId.get(id);
      const known = this.#sessions.get(id);
      if (known) known.seenAt = Math.max(known.seenAt, at);
      // A marked process in somebody else's session (an environment copied into a person's own shell) must not pull that session in.
      if (known || id === 0 || (leader && !memberIds.has(id))) continue;
      const session = { id, leaderStart: leader?.startTime };
      this.#sessions.set(id, { session, seenAt: at });
      sessionsBegun.push(session);
    }
    const sessionsEnded: TreeSession[] = [];
    for (const [id, { session, seenAt }] of this.#sessions) {
      if (seenAt >= at) continue;
      this.#sessions.delete(id);
      sessionsEnded.push(session);
    }
    return { members, sessionsBegun, sessionsEnded };
  }

  #trace(entries: readonly ProcessEntry[], marked: ReadonlySet<number>) {
    const byId = new Map(entries.map((entry) => [entry.pid, entry]));
    const children = new Map<number, ProcessEntry[]>();
    for (const entry of entries) {
      const siblings = children.get(entry.parent);
      if (siblings) siblings.push(entry);
      else children.set(entry.parent, [entry]);
    }
    const spared = this.#spared(byId);
    const members: ProcessEntry[] = [];
    const seen = new Set<number>();
    const queue = entries.filter((entry) => this.#isKnown(entry, byId) || marked.has(entry.pid));
    for (let entry = queue.pop(); entry; entry = queue.pop()) {
      if (seen.has(entry.pid) || spared.has(entry.pid) || this.#isOlder(entry)) continue;
      seen.add(entry.pid);
      members.push(entry);
      queue.push(...(children.get(entry.pid) ?? []));
    }
    return { members, byId };
  }

  /** Whatever else speaks for it: what was there before the root cannot come from it. */
  #isOlder(entry: ProcessEntry): boolean {
    return this.#rootStart !== undefined && entry.startTime < this.#rootStart;
  }

  #isKnown(entry: ProcessEntry, byId: ReadonlyMap<number, ProcessEntry>): boolean {
    if (this.#known.get(entry.pid)?.startTime === entry.startTime) return true;
    if (entry.pid === this.root && this.#rootStart === undefined) return true;
    const session = this.#sessions.get(entry.session)?.session;
    if (!session) return false;
    // The session's id was given to a new process, which can only be when nothing of the old session was left.
    const leader = byId.get(session.id);
    if (!leader || leader.startTime === session.leaderStart) return true;
    // Whoever leads a session whose leader was gone when it was first seen is somebody else; only the root may be of unknown age.
    return session.leaderStart === undefined && session.id === this.root;
  }

  /** This process and all above it, which no mistake may ever end. */
  #spared(byId: ReadonlyMap<number, ProcessEntry>): ReadonlySet<number> {
    const spared = new Set([0, 1]);
    for (let pid = process.pid; pid > 1 && !spared.has(pid); pid = byId.get(pid)?.parent ?? 0) spared.add(pid);
    return spared;
  }
}
