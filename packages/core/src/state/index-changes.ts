import type { ProcessIdentity } from '../process/process-identity.js';
import { applyEntry, type RawSession } from './index-format.js';
import type { SessionEntry } from './session-index.js';

/** What is to be written of one session. */
export interface Change {
  /** Absent: only forget it. */
  readonly entry?: SessionEntry;
  /** `lastUsedAt` of the first of the records that make up the entry. */
  readonly firstUsedAt: number;
  /** Forget what the file holds of it first. */
  readonly forget?: true;
}

/** Changes `sessions`, as `owner` wants it, and gives the values that are new in it. */
export function applyChanges(
  sessions: Map<string, unknown>,
  changes: ReadonlyMap<string, Change>,
  owner: ProcessIdentity,
): Map<string, RawSession> {
  const written = new Map<string, RawSession>();
  for (const [id, { entry, forget, firstUsedAt }] of changes) {
    if (forget) sessions.delete(id);
    if (!entry) continue;
    const value = applyEntry(sessions.get(id), entry, owner, firstUsedAt);
    sessions.set(id, value);
    written.set(id, value);
  }
  return written;
}
