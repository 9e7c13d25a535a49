import { describe, expect, it } from 'vitest';
import { readSearchQuery } from '../../src/search-server/search-query.js';

const onlyArgument = 'context_search takes one argument and no other: query, a text of 1 to 2000 characters.';

describe('readSearchQuery', () => {
  it.each([
    ['deploys', 'deploys'],
    ['  when\n\tare\u3000deploys\u00a0 ', 'when are deploys'],
    ['a\u0000b\u0007', 'a b'],
    ['half \udc00', 'half \ufffd'],
    ['"quoted" <tag> $x {{y}} 東京 👩‍👩‍👧', '"quoted" <tag> $x {{y}} 東京 👩‍👩‍👧'],
    ['🦉'.repeat(2000), '🦉'.repeat(2000)],
    [`${' '.repeat(1999)}x`, 'x'],
  ])('takes %j', (query, sent) => {
    expect(readSearchQuery({ query })).toEqual({ query: sent });
  });

  it.each(['', ' ', '\n\t\u3000', '\u0000\u001b'])('has nothing to look for in %j', (query) => {
    expect(readSearchQuery({ query })).toEqual({ problem: 'The query is empty: say in words what to look for.' });
  });

  it.each(['x'.repeat(2001), '🦉'.repeat(2001), ' '.repeat(2001), 'x'.repeat(1_000_000)])(
    'refuses one that is too long',
    (query) => {
      const problem = 'The query is too long: shorten it to at most 2000 characters.';
      expect(readSearchQuery({ query })).toEqual({ problem });
    },
  );

  it.each([
    undefined,
    null,
    'deploys',
    ['deploys'],
    {},
    { query: 7 },
    { query: null },
    { query: { text: 'deploys' } },
    { query: ['deploys'] },
    { Query: 'deploys' },
    { query: 'deploys', app_id: 'other' },
    { query: 'deploys', limit: 100 },
    { query: 'deploys', filters: { user_id: 'ann' } },
    { query: 'deploys', _meta: {} },
    JSON.parse('{"query":"deploys","__proto__":{"corpus":"other"}}'),
  ])('lets nobody choose a corpus: %j', (input) => {
    expect(readSearchQuery(input)).toEqual({ problem: onlyArgument });
  });
});
