import { MOST_ITEMS, type RawItem, readItems } from '../context/context-item.js';
import type { ContextProvider } from './context-provider.js';
import type { HttpClient } from './http/http-client.js';
import { ProviderError } from './provider-error.js';
import { readRecord } from './read-record.js';

const searchUrl = 'https://api.mem0.ai/v3/memories/search/';

/**
 * Mem0 Platform V3 search, as of its public description of August 2026. Only the search endpoint is called.
 * @param options.appId goes into `filters`, where V3 wants it: it sorts, it does not authorise
 */
export function createMem0Provider(
  options: { readonly appId: string; readonly credential: string },
  client: HttpClient,
): ContextProvider {
  return {
    async search(query, signal) {
      const body = { query, filters: { app_id: options.appId }, top_k: MOST_ITEMS, threshold: 0.1, rerank: false };
      const answer = await client.post({ url: searchUrl, authorization: `Token ${options.credential}`, body, signal });
      const results = readRecord(answer)?.results;
      if (!Array.isArray(results)) throw new ProviderError();
      return readItems(results, readResult);
    },
  };
}

function readResult(value: unknown): RawItem | undefined {
  const result = readRecord(value);
  if (result === undefined) return undefined;
  const { id, memory, score, updated_at } = result;
  return { id, content: memory, title: undefined, uri: undefined, score, updatedAt: updated_at };
}
