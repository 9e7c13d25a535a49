import { describe, expect, it } from 'vitest';
import { createProvider } from '../../src/providers/create-provider.js';
import type { HttpClient, SearchRequest } from '../../src/providers/http/http-client.js';
import { ProviderError } from '../../src/providers/provider-error.js';

const never = new AbortController().signal;

/** The edge to the network: takes a request and gives what the wire would have given. */
function answering(answer: unknown) {
  const sent: SearchRequest[] = [];
  const client: HttpClient = {
    async post(request) {
      sent.push(request);
      return answer;
    },
  };
  return { client, sent };
}

describe('Generic HTTP Search V1', () => {
  const configuration = {
    type: 'generic-http-search-v1',
    origin: 'https://search.example.org',
    credential: 'key',
  } as const;
  const search = (answer: unknown) => {
    const { client, sent } = answering(answer);
    return { sent, items: createProvider(configuration, client).search('what is it', never) };
  };

  it('asks one fixed address, and for five items', async () => {
    const { sent, items } = search({ items: [] });
    expect(await items).toEqual([]);
    expect(sent).toEqual([
      {
        url: 'https://search.example.org/v1/context/search',
        authorization: 'Bearer key',
        body: { query: 'what is it', limit: 5 },
        signal: never,
      },
    ]);
  });

  it('reads items, whatever else is in the answer', async () => {
    const item = { id: 'a', content: 'b', title: 'c', uri: 'https://d.example', score: 1, updated_at: '2026-07-23' };
    const answer = { items: [{ ...item, memory: 'no', updatedAt: '2025-01-01' }, null, 'x', [], 7], next: 1 };
    const { updated_at: updatedAt, ...same } = item;
    expect(await search(answer).items).toEqual([{ ...same, updatedAt }]);
  });

  it.each([
    null,
    [],
    'x',
    1,
    {},
    { items: null },
    { items: {} },
    { items: 'x' },
    { results: [] },
    JSON.parse('{"__proto__":{"items":[]}}'),
  ])('refuses an answer of another shape: %j', async (answer) => {
    await expect(search(answer).items).rejects.toThrow(ProviderError);
  });

  it('takes no fields from prototypes', async () => {
    const answer = JSON.parse('{"items":[{"__proto__":{"id":"a","content":"b"}},{"constructor":{"id":1}}]}');
    expect(await search(answer).items).toEqual([]);
  });
});

describe('Mem0 Platform V3', () => {
  const configuration = { type: 'mem0-platform-v3', appId: 'handbook', credential: 'key' } as const;
  const search = (answer: unknown) => {
    const { client, sent } = answering(answer);
    return { sent, items: createProvider(configuration, client).search('what is it', never) };
  };

  it('asks for the application in filters, and sets everything that has a default', async () => {
    const { sent, items } = search({ results: [] });
    expect(await items).toEqual([]);
    expect(sent[0]).toMatchObject({ url: 'https://api.mem0.ai/v3/memories/search/', authorization: 'Token key' });
    expect(sent[0]?.body).toEqual({
      query: 'what is it',
      filters: { app_id: 'handbook' },
      top_k: 5,
      threshold: 0.1,
      rerank: false,
    });
  });

  it('reads memories, and does not judge them by their score', async () => {
    const results = [
      {
        id: '1',
        memory: 'The deploy runs on Fridays.',
        score: 0.03,
        score_breakdown: { decay: 0.3 },
        created_at: '2026-01-01T00:00:00-07:00',
        updated_at: null,
        metadata: { title: 'no' },
        categories: null,
        user_id: null,
      },
      { id: '2', memory: 'The second.', score: 0.9, updated_at: '2026-02-01T10:00:00.123456-07:00' },
      { id: '3', content: 'not a memory' },
    ];
    expect(await search({ results }).items).toEqual([
      { id: '1', content: 'The deploy runs on Fridays.', score: 0.03 },
      { id: '2', content: 'The second.', score: 0.9, updatedAt: '2026-02-01T10:00:00.123456-07:00' },
    ]);
  });

  it.each([null, [], {}, { results: {} }, { items: [] }, { message: 'no' }])('refuses %j', async (answer) => {
    await expect(search(answer).items).rejects.toThrow(ProviderError);
  });
});
