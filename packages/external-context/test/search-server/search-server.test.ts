import { connectClient, createTemporaryFolder, type McpClient, startRawServer, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-programs.js';
import {
  autoRecallConfiguration,
  CREDENTIAL,
  CREDENTIAL_NAME,
  onDemandConfiguration,
  writeConfiguration,
} from '../support/configurations.js';
import { runProgram } from '../support/run-program.js';
import { type ProviderAnswer, startScriptedProvider } from '../support/scripted-provider.js';

const failure = 'The external context search failed: try again later, or go on without it.';
const item = { id: 'a', content: 'Deploys happen on <b>Fridays</b>.' };

/** A configured server that is not running yet. */
async function createServer(answer: ProviderAnswer = { items: [item] }, more: object = {}) {
  const folder = await createTemporaryFolder();
  const provider = await startScriptedProvider(answer);
  const env = writeConfiguration(folder.directory, onDemandConfiguration(provider.origin, more));
  const program = { command: process.execPath, args: [await builtProgram('search-server')], env, cwd: '/' };
  return {
    folder: folder.directory,
    provider,
    program,
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await folder.dispose();
    },
  };
}

/** Ends a client; the server must have been silent. */
async function closeSilent(client: McpClient): Promise<void> {
  expect(await client.close()).toEqual({ code: 0, signal: null });
  expect(client.stderr()).toBe('');
}

describe('a client', () => {
  it.each([
    ['1.x', 'legacy'],
    ['2.x', 'auto'],
  ] as const)('of the SDK %s finds one tool, which it can call', async (sdk, protocol) => {
    await using server = await createServer();
    await using client = await connectClient({ ...server.program, sdk, protocol });
    expect(client.serverInfo?.name).toBe('external-context');
    expect(Object.keys(client.serverCapabilities ?? {})).toEqual(['tools']);
    const [tool, ...others] = await client.listTools();
    expect(others).toEqual([]);
    expect(tool).toMatchObject({
      name: 'context_search',
      annotations: { destructiveHint: false },
      inputSchema: { required: ['query'], additionalProperties: false },
    });
    expect(Object.keys(tool?.annotations ?? {})).toEqual(['destructiveHint']);
    expect(Object.keys((tool?.inputSchema.properties ?? {}) as object)).toEqual(['query']);
    const result = await client.call('context_search', { query: '  when are\n deploys ' });
    expect(result.isError).toBe(false);
    expect(result.content).toHaveLength(1);
    expect(result.text).not.toMatch(/[<>]/);
    expect(JSON.parse(result.text)).toEqual({
      untrusted_external_context: { notice: expect.any(String), items: [item] },
    });
    expect(server.provider.requests.map(({ body }) => body)).toEqual(['{"query":"when are deploys","limit":5}']);
    await closeSilent(client);
  });

  it('gets an envelope for nothing, and one sentence for every failure', async () => {
    await using server = await createServer({ items: [] }, { timeoutMs: 400 });
    await using client = await connectClient({ ...server.program, sdk: '1.x' });
    const search = () => client.call('context_search', { query: 'secret-query' });
    expect(JSON.parse((await search()).text).untrusted_external_context.items).toEqual([]);
    const answers: ProviderAnswer[] = [
      { results: [] },
      (response) => void response.writeHead(307, { location: '/' }).end(),
      (response) => void response.writeHead(401).end(CREDENTIAL),
      (response) => void response.writeHead(500).end(),
      (response) => void response.end('<html>'),
      (response) => void response.destroy(),
      () => undefined,
    ];
    for (const answer of answers) {
      server.provider.answer(answer);
      expect(await search()).toMatchObject({ isError: true, content: [{ type: 'text', text: failure }] });
    }
    expect(server.provider.requests).toHaveLength(answers.length + 1);
    await closeSilent(client);
  });

  it('is told what is wrong with its arguments, and nothing is asked', async () => {
    await using server = await createServer();
    await using client = await connectClient({ ...server.program, sdk: '1.x' });
    const inputs = [{}, { query: '' }, { query: 'x', app_id: 'other' }, { query: 7 }, { query: 'x'.repeat(2001) }];
    for (const input of inputs) {
      expect(await client.call('context_search', input as Record<string, unknown>)).toMatchObject({ isError: true });
    }
    await expect(client.call('context_add', { query: 'x' })).rejects.toThrow(
      'Unknown tool: there is only context_search.',
    );
    expect(server.provider.requests).toEqual([]);
    await closeSilent(client);
  });

  it('may ask twenty things at once, each with a time of its own', async () => {
    await using server = await createServer(
      (response, { body }) => {
        if (body.includes('hang')) return;
        response.end(JSON.stringify({ items: [{ id: 'a', content: JSON.parse(body).query }] }));
      },
      { timeoutMs: 3000 },
    );
    await using client = await connectClient({ ...server.program, sdk: '1.x' });
    const queries = Array.from({ length: 20 }, (_, index) => `${index % 5 === 0 ? 'hang' : 'find'} ${index}`);
    const results = await Promise.all(queries.map((query) => client.call('context_search', { query })));
    for (const [index, result] of results.entries()) {
      expect(result.isError).toBe(index % 5 === 0);
      if (index % 5 !== 0)
        expect(JSON.parse(result.text).untrusted_external_context.items[0].content).toBe(queries[index]);
    }
    await closeSilent(client);
  });

  it('that cancels a call closes its connection', async () => {
    await using server = await createServer(() => undefined, { timeoutMs: 30_000 });
    await using client = await connectClient({ ...server.program, sdk: '1.x' });
    const abort = new AbortController();
    const call = client.call('context_search', { query: 'x' }, { signal: abort.signal });
    await waitFor(() => server.provider.requests.length === 1, { what: 'the search' });
    abort.abort();
    await expect(call).rejects.toThrow();
    await waitFor(() => server.provider.connections.size === 0, { what: 'the connection to be closed' });
    await closeSilent(client);
  });

  it('that leaves or ends the server takes a running search with it', async () => {
    await using server = await createServer(() => undefined, { timeoutMs: 30_000 });
    for (const end of ['close', 'SIGTERM'] as const) {
      await using client = await connectClient({ ...server.program, sdk: '1.x' });
      const before = server.provider.requests.length;
      const call = client.call('context_search', { query: 'x' }).catch(() => 'gone');
      await waitFor(() => server.provider.requests.length > before, { what: 'the search' });
      if (end === 'close') expect(await client.close(20_000)).toEqual({ code: 0, signal: null });
      else client.kill('SIGTERM');
      await client.exited;
      expect(client.stderr()).toBe('');
      await waitFor(() => server.provider.connections.size === 0, { what: 'the connection to be closed' });
      await call;
    }
  });
});

it('a line that is no message is answered, and the next one heard', async () => {
  await using server = await createServer();
  await using raw = await startRawServer(server.program);
  await raw.initialize();
  await raw.send('not json');
  expect((await raw.next((message) => message.error !== undefined)).error).toMatchObject({ code: -32700 });
  await raw.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: 'x' }));
  expect(await raw.next((message) => message.id === 7)).toMatchObject({ error: { code: expect.any(Number) } });
  await raw.send(`{"jsonrpc":"2.0","id":8,"method":"${'x'.repeat(10 * 1024 * 1024)}"}`);
  expect((await raw.next((message) => message.error !== undefined && message.id === null)).error).toMatchObject({
    code: -32600,
  });
  await raw.send('');
  const { result } = await raw.request('tools/list');
  expect(result).toMatchObject({ tools: [{ name: 'context_search' }] });
  expect(raw.stderr()).toBe('');
});

describe('a start', () => {
  const start = async (env: Record<string, string>) =>
    runProgram(await builtProgram('search-server'), { env, keepsInputOpen: true });

  it.each<[string, (env: Record<string, string>) => Record<string, string>, string]>([
    ['without configuration', () => ({}), 'The external context is not configured'],
    ['without credential', ({ [CREDENTIAL_NAME]: _, ...rest }) => rest, 'The provider credential is unavailable'],
    ['with a SOCKS proxy', (env) => ({ ...env, HTTPS_PROXY: 'socks5://user:hidden@127.0.0.1' }), 'The proxy settings'],
  ])('%s fails with one line', async (_, change, sentence) => {
    await using server = await createServer();
    const result = await start(change(server.program.env));
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/^[^\n]+\n$/);
    expect(result.stderr.startsWith(sentence)).toBe(true);
    for (const hidden of [CREDENTIAL, CREDENTIAL_NAME, server.folder, 'hidden'])
      expect(result.stderr).not.toContain(hidden);
  });

  it('understands version 2', async () => {
    await using server = await createServer();
    const env = writeConfiguration(server.folder, autoRecallConfiguration(server.provider.origin, server.folder));
    await using client = await connectClient({ ...server.program, env, sdk: '1.x' });
    expect((await client.call('context_search', { query: 'x' })).isError).toBe(false);
    await closeSilent(client);
  });

  it('is the only time that configuration and credential are read', async () => {
    await using server = await createServer();
    await using client = await connectClient({ ...server.program, sdk: '1.x' });
    writeConfiguration(server.folder, 'overwritten');
    expect((await client.call('context_search', { query: 'x' })).isError).toBe(false);
    await closeSilent(client);
  });
});
