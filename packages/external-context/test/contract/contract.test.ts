import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createProvider } from '../../src/providers/create-provider.js';
import { createHttpClient } from '../../src/providers/http/http-client.js';
import { startScriptedProvider } from '../support/scripted-provider.js';

interface Vector {
  readonly name: string;
  /** Whether the answer fits the published schema. */
  readonly conforms: boolean;
  readonly response: unknown;
  /** What is made of it; absent when the search fails. */
  readonly items?: readonly unknown[];
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contract', name), 'utf8'));
const published = read('generic-http-search-v1.schema.json');
const vectors: Vector[] = read('vectors.json');
const part = (name: string) => z.fromJSONSchema({ ...published, $ref: `#/$defs/${name}` });

describe('Generic HTTP Search V1', () => {
  it.each(vectors)('$name', async ({ conforms, response, items }) => {
    expect(part('response').safeParse(response).success).toBe(conforms);
    await using provider = await startScriptedProvider((answer) => void answer.end(JSON.stringify(response)));
    const configuration = { type: 'generic-http-search-v1', origin: provider.origin, credential: 'x' } as const;
    const search = createProvider(configuration, createHttpClient({}, 20_000)).search(
      'a query',
      AbortSignal.timeout(20_000),
    );
    if (items === undefined) await expect(search).rejects.toThrow('The external context search failed');
    else expect(await search).toEqual(items);
    expect(part('request').safeParse(JSON.parse(provider.requests[0]?.body ?? '')).success).toBe(true);
    expect(provider.requests[0]?.path).toBe('/v1/context/search');
  });
});
