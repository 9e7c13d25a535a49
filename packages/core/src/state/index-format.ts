import type { ProcessIdentity } from '../process/process-identity.js';
import { readIdentity } from './lock-owner.js';
import type { SessionEntry, SessionStatus } from './session-index.js';

/** The version that is read and written. A file of another one is left as it is. */
const INDEX_VERSION = 1;

/**
 * One session as the file holds it: what is known, what a later version may add, and what qwen-cli-mcp 0.3.0 writes
 * (`cwd`, `lastAccessed` in ms since the epoch, `model`, `approval_mode`, `effort`).
 */
export type RawSession = Readonly<Record<string, unknown>>;

export interface IndexContent {
  /** Everything beside `version` and `sessions`. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** By id. A value that is no session is kept, and shown to nobody. */
  readonly sessions: ReadonlyMap<string, unknown>;
}

export type ParsedIndex =
  | { readonly kind: 'read'; readonly content: IndexContent }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'other-version'; readonly version: unknown };

/** Reads the text of an index file. Never throws. */
export function parseIndex(text: string): ParsedIndex {
  let value: unknown;
  try {
    // An editor may have put a byte order mark before it.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'damaged', reason: text.trim() === '' ? 'it is empty' : 'it is not complete JSON' };
  }
  if (!isRecord(value)) return { kind: 'damaged', reason: 'it is not a JSON object' };
  const { version, sessions, ...rest } = value;
  if (version === undefined) return { kind: 'damaged', reason: 'it names no version' };
  if (version !== INDEX_VERSION) return { kind: 'other-version', version };
  if (!isRecord(sessions)) return { kind: 'damaged', reason: 'it has no object of sessions' };
  return { kind: 'read', content: { rest, sessions: new Map(Object.entries(sessions)) } };
}

/** The text of a session, made once: most of a file stays as it was from one write to the next. */
const texts = new WeakMap<object, string>();

/** The text of an index file, newest session first, as a person can read it. */
export function formatIndex(content: IndexContent): string {
  const newestFirst = [...content.sessions].sort(([, a], [, b]) => lastUsed(b) - lastUsed(a));
  const members = newestFirst.map(([id, value]) => `    ${JSON.stringify(id)}: ${sessionText(value)}`);
  const sessions = members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n  }`;
  const rest = Object.entries(content.rest).map(([key, value]) => `  ${JSON.stringify(key)}: ${indented(value, 2)},\n`);
  return `{\n  "version": ${INDEX_VERSION},\n${rest.join('')}  "sessions": ${sessions}\n}\n`;
}

function sessionText(value: unknown): string {
  if (!isRecord(value)) return indented(value, 4);
  const text = texts.get(value) ?? indented(value, 4);
  texts.set(value, text);
  return text;
}

/** A value as JSON whose lines after the first are moved right. */
function indented(value: unknown, spaces: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** The session that a value of the file stands for, its status as it was written; undefined when it is none. */
export function toEntry(id: string, value: unknown): SessionEntry | undefined {
  if (!isRecord(value) || typeof value.cwd !== 'string') return undefined;
  const { cwd, model, transport, status, createdAt, totals } = value;
  return {
    id,
    cwd,
    lastUsedAt: lastUsed(value),
    ...(typeof model === 'string' && { model }),
    ...(typeof transport === 'string' && { transport }),
    ...(isStatus(status) && { status }),
    ...(isTime(createdAt) && { createdAt }),
    ...(isTotals(totals) && { totals: toTotals(totals) }),
  };
}

/** When the session was last used, ms since the epoch; 0 when the value does not say. */
export function lastUsed(value: unknown): number {
  const time = isRecord(value) ? value.lastAccessed : undefined;
  return isTime(time) ? time : 0;
}

/** The process that runs the session's turn, when the value says that one does. */
export function runningOwner(value: unknown): ProcessIdentity | 'unknown' | undefined {
  if (!isRecord(value) || value.status !== 'running') return undefined;
  return readIdentity(value.owner) ?? 'unknown';
}

/**
 * What the file holds of a session after `entry` was recorded by `owner`. What the entry does not say stays as it was;
 * the time of creation stays the earliest, and is `firstUsedAt` for a session that was not known; the time of use stays
 * the latest.
 */
export function applyEntry(
  before: unknown,
  entry: SessionEntry,
  owner: ProcessIdentity,
  firstUsedAt: number,
): RawSession {
  const old: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  if (entry.status !== undefined) delete old.owner;
  const created = [entry.createdAt, old.createdAt].filter(isTime);
  if (before === undefined && created.length === 0) created.push(firstUsedAt);
  return {
    ...old,
    cwd: entry.cwd,
    lastAccessed: Math.max(entry.lastUsedAt, lastUsed(before)),
    ...(entry.model !== undefined && { model: entry.model }),
    ...(entry.transport !== undefined && { transport: entry.transport }),
    ...(entry.status !== undefined && { status: entry.status }),
    ...(entry.status === 'running' && { owner }),
    ...(created.length > 0 && { createdAt: Math.min(...created) }),
    ...(entry.totals !== undefined && { totals: entry.totals }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const STATUSES: readonly unknown[] = ['running', 'completed', 'failed', 'interrupted'] satisfies SessionStatus[];

function isStatus(value: unknown): value is SessionStatus {
  return STATUSES.includes(value);
}

type Totals = NonNullable<SessionEntry['totals']>;

function isTotals(value: unknown): value is Totals {
  return isRecord(value) && isTime(value.input) && isTime(value.output);
}

function toTotals({ input, output, cost }: Totals): Totals {
  return { input, output, ...(isTime(cost) && { cost }) };
}
