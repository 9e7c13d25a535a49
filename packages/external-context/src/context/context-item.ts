import { cleanText, cutToCodePoints } from './clean-text.js';

/** One thing found, with its texts cleaned and cut. */
export interface ContextItem {
  readonly id: string;
  readonly content: string;
  readonly title?: string;
  /** An http or https address without credentials. */
  readonly uri?: string;
  readonly score?: number;
  /** ISO 8601, as the provider wrote it. */
  readonly updatedAt?: string;
}

/** What a provider sent for one item, under our names; nothing is known of the values. */
export type RawItem = Readonly<Record<keyof ContextItem, unknown>>;

/** Most items of one search. */
export const MOST_ITEMS = 5;

const mostCodePoints = { id: 128, content: 1000, title: 200, uri: 500, updatedAt: 64 } as const;

const timestamp = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The first five usable items, in the provider's order. An entry without an id or content is none and does not count; of
 * several with one id the first is kept; metadata that makes no sense is left out of its item.
 * @param name gives the fields of one entry our names, or undefined when it has no fields
 */
export function readItems(entries: readonly unknown[], name: (entry: unknown) => RawItem | undefined): ContextItem[] {
  const items = new Map<string, ContextItem>();
  for (const entry of entries) {
    const raw = name(entry);
    const item = raw === undefined ? undefined : readItem(raw);
    if (item === undefined || items.has(item.id)) continue;
    items.set(item.id, item);
    if (items.size === MOST_ITEMS) break;
  }
  return [...items.values()];
}

function readItem(raw: RawItem): ContextItem | undefined {
  const id = readText(raw.id, mostCodePoints.id);
  const content = readText(raw.content, mostCodePoints.content);
  if (id === undefined || content === undefined) return undefined;
  const title = readText(raw.title, mostCodePoints.title);
  const uri = readUri(raw.uri);
  const score = typeof raw.score === 'number' && Number.isFinite(raw.score) ? raw.score : undefined;
  const updatedAt = readTimestamp(raw.updatedAt);
  return {
    id,
    content,
    ...(title === undefined ? {} : { title }),
    ...(uri === undefined ? {} : { uri }),
    ...(score === undefined ? {} : { score }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

function readText(value: unknown, limit: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = cutToCodePoints(cleanText(value), limit);
  return text.trim() === '' ? undefined : text;
}

/** Too long an address is left out: half of one leads somewhere else. */
function readUri(value: unknown): string | undefined {
  if (typeof value !== 'string' || value !== cleanText(value)) return undefined;
  if (cutToCodePoints(value, mostCodePoints.uri) !== value) return undefined;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? value : undefined;
}

function readTimestamp(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCodePoints.updatedAt || !timestamp.test(value)) return undefined;
  return Number.isNaN(Date.parse(value)) ? undefined : value;
}
