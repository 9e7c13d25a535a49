import type { ContextItem } from '../context/context-item.js';

/** The one corpus that a process is bound to. */
export interface ContextProvider {
  /**
   * Searches once: no retry, no cache.
   * @param query a text that is not empty
   * @param signal ends the search, and its connection with it
   * @returns at most five items
   * @throws ProviderError for every failure
   */
  search(query: string, signal: AbortSignal): Promise<ContextItem[]>;
}
