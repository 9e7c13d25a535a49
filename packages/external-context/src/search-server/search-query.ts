/** Longest query, code points, as it comes. */
export const MOST_QUERY_CODE_POINTS = 2000;

/** The query to send, or what is wrong with the arguments: a sentence for the model. */
export type SearchQuery = { readonly query: string } | { readonly problem: string };

const onlyArgument = `context_search takes one argument and no other: query, a text of 1 to ${MOST_QUERY_CODE_POINTS} characters.`;

/**
 * Reads the arguments of the tool. Anything beside the query is refused, so that a model which tries to choose a corpus
 * learns that it cannot.
 */
export function readSearchQuery(input: unknown): SearchQuery {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { problem: onlyArgument };
  const names = Object.keys(input);
  const { query } = input as { query?: unknown };
  if (names.length !== 1 || names[0] !== 'query' || typeof query !== 'string') return { problem: onlyArgument };
  // A code point has at most two code units: a longer text need not be counted.
  if (query.length > 2 * MOST_QUERY_CODE_POINTS || [...query].length > MOST_QUERY_CODE_POINTS) {
    return { problem: `The query is too long: shorten it to at most ${MOST_QUERY_CODE_POINTS} characters.` };
  }
  const folded = query
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return folded === '' ? { problem: 'The query is empty: say in words what to look for.' } : { query: folded };
}
