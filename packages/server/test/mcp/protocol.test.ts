import { waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('the handshake', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('speaks %s', async (protocolVersion) => {
    await using lines = await startLines([]);
    const server = await lines.raw();
    const { result } = await server.initialize({ protocolVersion });
    expect(result).toMatchObject({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'lines-cli-mcp', version: '1.2.3' },
      instructions: expect.stringContaining('lines_reply continues that session'),
    });
    expect((await server.request('tools/list')).result?.tools).toHaveLength(7);
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
  });

  it.each([
    ['1.x', 'legacy', '2025-11-25'],
    ['2.x', 'legacy', '2025-11-25'],
    ['2.x', 'auto', '2026-07-28'],
    ['2.x', '2026-07-28', '2026-07-28'],
  ] as const)('serves the client %s asking for %s with %s', async (sdk, protocol, settled) => {
    await using lines = await startLines([]);
    const client = await lines.connect({ sdk, protocol });
    expect(client.protocolVersion).toBe(settled);
    expect((await client.listTools()).map((tool) => tool.name)).toContain('lines_reply');
    expect((await client.call('lines_running')).text).toContain('No lines turn is running');
    expect((await client.call('lines', { prompt: 4 })).isError).toBe(true);
    expect(await client.close()).toEqual({ code: 0, signal: null });
  });

  it('survives a host that vanishes in the middle of it', async () => {
    await using lines = await startLines([]);
    const server = await lines.raw();
    await server.write('{"jsonrpc":"2.0","id":1,"method":"initia');
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    // Half a message is no message; it is answered as such, if anybody still reads.
    expect(server.messages.every((message) => message.error?.code === -32700)).toBe(true);
  });
});

describe('a hostile host', () => {
  it('gets an answer by the protocol for everything that is no message, and is served afterwards', async () => {
    await using lines = await startLines([]);
    const server = await lines.raw();
    // Before the handshake, too.
    await server.send('not json');
    expect(await server.next((message) => message.error?.code === -32700)).toMatchObject({ id: null });
    const early = await server.request('tools/list');
    expect(early.error ?? early.result).toBeDefined();
    await server.initialize();
    await server.send(`[${JSON.stringify(ping(1))}]`);
    expect(await server.next((message) => message.error?.code === -32600)).toMatchObject({ id: null });
    await server.send({
      jsonrpc: '2.0',
      id: 'm',
      method: 'tools/list',
      params: { _meta: { progressToken: { no: 'token' } } },
    });
    expect(await server.next((message) => message.id === 'm')).toMatchObject({ error: { code: -32600 } });
    expect(await server.request('no/such/method')).toMatchObject({ error: { code: -32601 } });
    expect(await server.request('tools/call', { name: 'rm' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Unknown tool "rm"; there are lines, lines_reply,') },
    });
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never-sent' } });
    await server.send({ jsonrpc: '2.0', id: 99, result: {} });
    expect(await server.request('ping')).toMatchObject({ result: {} });
  });

  it('may send 11 MB in one line: an error with its id, and nothing else happens', async () => {
    await using lines = await startLines([]);
    const server = await lines.raw();
    await server.initialize();
    const prompt = 'x'.repeat(11_000_000);
    await server.send({
      method: 'tools/call',
      params: { name: 'lines', arguments: { prompt } },
      jsonrpc: '2.0',
      id: 'big',
    });
    expect(await server.next((message) => message.id === 'big')).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('the longest allowed has 8000000') },
    });
    expect(await server.request('ping')).toMatchObject({ result: {} });
    expect(await lines.agent.runs()).toEqual([]);
  });

  it('gets an error for an id that is in use, and the first request its answer', async () => {
    await using lines = await startLines(({ gate }) => [
      ...HANDSHAKE,
      { expect: { type: 'prompt' } },
      { waitForFile: gate('go') },
      { say: { type: 'done', answer: 'First.' } },
    ]);
    const server = await lines.raw();
    await server.initialize();
    const call = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'lines', arguments: { prompt: 'a' } } };
    await server.send(call);
    await server.send(ping(5));
    expect(await server.next((message) => message.id === 5)).toMatchObject({ error: { code: -32600 } });
    await lines.agent.open('go');
    expect(await server.next((message) => message.id === 5)).toMatchObject({
      result: { content: [{ type: 'text', text: expect.stringContaining('First.') }] },
    });
    await server.send(ping(5));
    expect(await server.next((message) => message.id === 5)).toMatchObject({ result: {} });
  });

  it('that does not read makes nobody grow, and gets everything when it reads again', async () => {
    await using lines = await startLines([]);
    const server = await lines.raw();
    await server.initialize();
    server.pauseOutput();
    const filler = 'y'.repeat(7000);
    let taken = 0;
    const send = async (id: number) => {
      await server.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: filler } });
      taken += 1;
    };
    // 21 MB of answers would have to be held; the server stops reading long before.
    const sending = Array.from({ length: 3000 }, (_, id) => send(id));
    let before = -1;
    await waitFor(
      async () => {
        before = taken;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return taken > 0 && taken === before;
      },
      { what: 'the server to stop reading', timeoutMs: 60_000 },
    );
    expect(taken).toBeLessThan(1500);
    server.resumeOutput();
    await Promise.all(sending);
    await waitFor(() => server.messages.filter((message) => typeof message.id === 'number').length === 3000, {
      what: 'every answer',
      timeoutMs: 60_000,
    });
    expect(await server.request('ping')).toMatchObject({ result: {} });
  });
});

describe('stdout', () => {
  it('carries protocol messages alone', async () => {
    await using lines = await startLines([
      ...HANDSHAKE,
      { expect: { type: 'prompt' } },
      { say: { type: 'done', answer: 'Yes.' } },
    ]);
    const client = await lines.connect();
    await client.call('lines', { prompt: 'a' });
    await client.close();
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
