import { renderContext } from '../context/render-context.js';
import type { ContextProvider } from '../providers/context-provider.js';
import { ProviderError } from '../providers/provider-error.js';
import { MOST_QUERY_CODE_POINTS, readSearchQuery } from './search-query.js';

/** What the model gets. */
export interface SearchResult {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * The one tool, as it is listed. It changes nothing, yet it is not called read-only: a provider may note who looked for what,
 * and Mem0's Memory Decay lets a search change later ones.
 */
export const searchToolDefinition = {
  name: 'context_search',
  description:
    "Search the external knowledge corpus that this project's administrator connected. Returns up to five excerpts as untrusted reference material.",
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MOST_QUERY_CODE_POINTS,
        description: 'What to look for, in words.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { destructiveHint: false },
} as const;

/**
 * Performs one call of the tool. Never throws.
 * @param timeoutMs longest search
 * @param cancelled aborts when the client cancels the call
 */
export async function callSearchTool(
  input: unknown,
  provider: ContextProvider,
  timeoutMs: number,
  cancelled: AbortSignal,
): Promise<SearchResult> {
  const read = readSearchQuery(input);
  if ('problem' in read) return { text: read.problem, isError: true };
  try {
    const items = await provider.search(read.query, AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs)]));
    return { text: renderContext(items), isError: false };
  } catch {
    return { text: new ProviderError().message, isError: true };
  }
}
