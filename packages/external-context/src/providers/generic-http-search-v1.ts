import { MOST_ITEMS, type RawItem, readItems } from '../context/context-item.js';
import type { ContextProvider } from './context-provider.js';
import type { HttpClient } from './http/http-client.js';
import { ProviderError } from './provider-error.js';
import { readRecord } from './read-record.js';

/**
 * Generic HTTP Search V1: one fixed path below an origin, and nothing in the request that would choose a corpus.
 * @param options.origin without a path
 */
export function createGenericHttpProvider(
  options: { readonly origin: string; readonly credential: string },
  client: HttpClient,
): ContextProvider {
  const url = `${options.origin}/v1/context/search`;
  return {
    async search(query, signal) {
      const body = { query, limit: MOST_ITEMS };
      const answer = await client.post({ url, authorization: `Bearer ${options.credential}`, body, signal });
      const items = readRecord(answer)?.items;
      if (!Array.isArray(items)) throw new ProviderError();
      return readItems(items, readResult);
    },
  };
}

function readResult(value: unknown): RawItem | undefined {
  const result = readRecord(value);
  if (result === undefined) return undefined;
  const { id, content, title, uri, score, updated_at } = result;
  return { id, content, title, uri, score, updatedAt: updated_at };
}
