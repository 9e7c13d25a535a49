import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryItem, HistoryReader, SessionPlace } from '../contract/history.js';
import { Refusal } from '../runner/refusal.js';
import { linesBackward } from './lines-backward.js';

export interface HistoryRequest {
  readonly session: string;
  /** The session's directory, for one that the index does not know. */
  readonly cwd?: string;
  /** Where the page before ended, as {@link HistoryPage.cursor} gave it; absent: the newest page. */
  readonly cursor?: string;
  /** Items on the page. */
  readonly limit: number;
  /** Characters of each item that are shown. */
  readonly maxChars: number;
  /** Whether tool calls and their results are shown. */
  readonly includeTools: boolean;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly items: readonly (HistoryItem & { /** Characters that were left out. */ readonly cut?: number })[];
  /** Leads to the older items before these; absent when there are none. Stays right when the session goes on. */
  readonly cursor?: string;
  /** Lines that were too long to be read. */
  readonly skipped: number;
}

const MAX_LINE = 16_000_000;

/** Reads one page of a session, the newest one first, from the end of its file: the cost is the page's, not the file's. */
export async function readHistory(
  reader: HistoryReader,
  places: readonly SessionPlace[],
  request: HistoryRequest,
): Promise<HistoryPage> {
  const path = await findSessionFile(places);
  if (path === undefined) {
    throw new Refusal(
      'session',
      `session: no file of ${request.session} in ${places.map((place) => place.folder).join(' or ') || 'any known place'}; it may belong to another directory, or the agent keeps no record of it`,
    );
  }
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal('session', `session: ${path} cannot be read (${error.code})`);
  });
  try {
    return await readPage(reader, file, request);
  } finally {
    await file.close();
  }
}

async function readPage(reader: HistoryReader, file: FileHandle, request: HistoryRequest): Promise<HistoryPage> {
  const { size } = await file.stat();
  const end = request.cursor === undefined ? { offset: size, done: 0 } : parseCursor(request.cursor, size);
  const items: HistoryItem[] = [];
  let skipped = 0;
  // Of the newest line, what the page before has shown already.
  let done = end.done;
  for await (const line of linesBackward(file, end.offset, MAX_LINE)) {
    if (line.text === undefined) {
      skipped += 1;
      continue;
    }
    const said = reader.read(line.text).filter((item) => request.includeTools || item.role !== 'tool');
    const open = said.slice(0, said.length - done);
    const room = request.limit - items.length;
    if (open.length > room) {
      items.unshift(...open.slice(open.length - room));
      // The line is shown in part: the next page begins with it again.
      const lineEnd = line.start + Buffer.byteLength(line.text);
      return pageOf(items, request, skipped, cursorOf(lineEnd, done + room));
    }
    items.unshift(...open);
    done = 0;
  }
  return pageOf(items, request, skipped, undefined);
}

function pageOf(
  items: readonly HistoryItem[],
  { maxChars }: HistoryRequest,
  skipped: number,
  cursor: string | undefined,
): HistoryPage {
  const shown = items.map((item) => {
    if (item.text.length <= maxChars) return item;
    return { ...item, text: item.text.slice(0, maxChars), cut: item.text.length - maxChars };
  });
  return { items: shown, skipped, ...(cursor !== undefined && { cursor }) };
}

/** Offset of a line's end, and how many of its last items have been shown. Opaque to callers. */
function cursorOf(offset: number, done: number): string {
  return `h${offset.toString(36)}.${done.toString(36)}`;
}

function parseCursor(cursor: string, size: number): { readonly offset: number; readonly done: number } {
  const match = /^h([0-9a-z]{1,11})\.([0-9a-z]{1,6})$/.exec(cursor);
  const offset = Number.parseInt(match?.[1] ?? '', 36);
  const done = Number.parseInt(match?.[2] ?? '', 36);
  if (!Number.isSafeInteger(offset) || offset > size) {
    throw new Refusal(
      'argument',
      `cursor: ${JSON.stringify(cursor.slice(0, 60))} is none of this session; leave it out for the newest page`,
    );
  }
  return { offset, done };
}

/** Whether the agent's own file of a session holds anything: an empty one, which some agents begin with, cannot be continued. */
export async function isSessionStored(places: readonly SessionPlace[]): Promise<boolean> {
  const path = await findSessionFile(places);
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return found !== undefined && found.size > 0;
}

/** The session's file; undefined when none of the places has one. */
async function findSessionFile(places: readonly SessionPlace[]): Promise<string | undefined> {
  for (const place of places) {
    const names = await readdir(place.folder).catch(() => []);
    const name = names
      .filter((candidate) => place.matches(candidate))
      .sort()
      .at(-1);
    if (name !== undefined) return join(place.folder, name);
  }
  return undefined;
}
