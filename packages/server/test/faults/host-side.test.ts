import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawMessage, type RawServer, residentBytes, waitFor, watchServer } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { type HostileSetup, startHostile } from './hostile-setup.js';

async function connected(): Promise<{ setup: HostileSetup; server: RawServer }> {
  const setup = await startHostile('keeps-sessions', {});
  const server = await setup.raw();
  await server.initialize();
  return { setup, server };
}

const call = (id: string | number, prompt: string, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'qwen', arguments: { prompt, ...more } },
});

/** The server is there, and does what it is for. */
async function expectAlive(server: RawServer): Promise<void> {
  const { result } = await server.request('tools/call', { name: 'qwen', arguments: { prompt: 'answer' } });
  expect(JSON.stringify(result)).toContain('heard');
}

describe('a host that is hostile', () => {
  it('sends what is no message: each is answered by the protocol, and the server lives on', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    const answered = server.messages.length;
    for (const line of [
      'not json',
      '{"jsonrpc":"2.0","id":1,"method":',
      '[]',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '7',
    ])
      await server.send(line);
    await server.send({ jsonrpc: '1.0', id: 7, method: 'ping' });
    await server.send({ jsonrpc: '2.0', id: 8 });
    await server.send({ jsonrpc: '2.0', id: { a: 1 }, method: 'ping' });
    await server.send({ jsonrpc: '2.0', id: 9, method: 'ping', params: [1] });
    // No request: by JSON-RPC nothing answers it.
    await server.send({ jsonrpc: '2.0', method: 'no/such/notification' });
    await server.send({ jsonrpc: '2.0', id: 'never-asked', result: {} });
    await expectAlive(server);
    const errors = server.messages.slice(answered).filter(({ error }) => error !== undefined);
    expect(errors.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [7, -32600],
      [8, -32600],
      [null, -32600],
      [9, -32600],
    ]);
  });

  it('sends a line of 11 MB, with the id before or behind: an error with the id, and memory stays', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    await expectAlive(server);
    const padding = 'x'.repeat(11_000_000);
    const watch = await watchServer(server, async () => {
      await server.send(
        `{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"qwen","arguments":{"prompt":"${padding}"}}}`,
      );
      await server.send(
        `{"method":"tools/call","params":{"name":"qwen","arguments":{"prompt":"${padding}"}},"jsonrpc":"2.0","id":72}`,
      );
      for (const id of [71, 72]) {
        const { error } = await server.next((message) => message.id === id);
        expect(error?.code).toBe(-32600);
        expect(error?.message).toMatch(/the message has 11\d{6} bytes, the longest allowed has 8000000/);
      }
    });
    expect(watch.peak - watch.idle).toBeLessThan(100_000_000);
    await expectAlive(server);
  });

  it('sends a request of 7.9 MB: it is read and refused by what it asks, and memory stays', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    await expectAlive(server);
    const watch = await watchServer(server, async () => {
      await server.send(call('large', 'x'.repeat(7_900_000)));
      const { result } = await server.next((message) => message.id === 'large');
      expect(JSON.stringify(result)).toMatch(/prompt/);
      expect(result?.isError).toBe(true);
    });
    expect(watch.peak - watch.idle).toBeLessThan(100_000_000);
  });

  it('uses an id twice: the second request is refused, and both get no more than one answer each', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    await server.send(call('twice', 'work 500'));
    await server.send(call('twice', 'answer'));
    const refusal = await server.next(({ id }) => id === 'twice');
    expect(refusal.error).toMatchObject({ code: -32600, message: expect.stringContaining('still being worked on') });
    await waitFor(() => server.messages.filter(({ id }) => id === 'twice').length === 2, { what: 'the first answer' });
    await expectAlive(server);
    expect(server.messages.filter(({ id }) => id === 'twice')).toHaveLength(2);
  });

  it('calls a tool, or a method, that there is not', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    expect((await server.request('tools/call', { name: 'rm', arguments: {} })).error).toMatchObject({ code: -32602 });
    expect((await server.request('no/such/method')).error).toMatchObject({ code: -32601 });
    expect((await server.request('tools/call', { name: 7 })).error?.code).toBeLessThan(-32000);
    await expectAlive(server);
  });

  it('cancels a request: it gets no answer, and its agent is gone', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    await server.send(call('cancelled', 'hang'));
    await waitFor(async () => (await readdir(setup.agent.directory)).some((name) => name.startsWith('hanging-')), {
      what: 'the turn to run',
    });
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'cancelled' } });
    await setup.expectNothing({ besides: [server.pid] });
    await expectAlive(server);
    expect(server.messages.filter(({ id }) => id === 'cancelled')).toEqual([]);
  });

  it('asks before it has initialized, or vanishes in the middle of that', async () => {
    await using setup = await startHostile('keeps-sessions', {});
    const early = await setup.raw();
    await early.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await early.send(call(2, 'answer'));
    for (const id of [1, 2]) {
      const answer = await early.next((message) => message.id === id);
      expect(answer.error ?? answer.result).toBeDefined();
    }
    expect((await early.initialize()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    await expectAlive(early);
    early.endInput();
    expect(await early.waitForExit()).toEqual({ code: 0, signal: null });

    const cut = await setup.raw();
    await cut.write('{"jsonrpc":"2.0","id":1,"method":"initia');
    cut.endInput();
    cut.closeOutput();
    expect(await cut.waitForExit()).toMatchObject({ code: 0 });

    const silent = await setup.raw();
    await silent.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    silent.closeOutput();
    silent.endInput();
    expect(await silent.waitForExit()).toMatchObject({ code: 0 });
    await setup.expectNothing();
  });
});

describe.runIf(process.platform === 'linux')('a host that stops reading', () => {
  it('while it goes on asking: the server stops listening and its memory stays; then it answers everything', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    await expectAlive(server);
    const idle = await residentBytes(server.pid);
    server.pauseOutput();
    const asked = 10_000;
    const sending = (async () => {
      for (let id = 0; id < asked; id += 1) await server.send({ jsonrpc: '2.0', id, method: 'tools/list' });
    })();
    // Nothing shows that it has stopped but that it takes no more.
    let peak = 0;
    for (let still = 0, before = -1; still < 10; ) {
      await delay(100);
      const now = await residentBytes(server.pid);
      peak = Math.max(peak, now);
      still = Math.abs(now - before) < 1_000_000 ? still + 1 : 0;
      before = now;
    }
    expect(peak - idle).toBeLessThan(100_000_000);
    server.resumeOutput();
    await sending;
    const answers = (message: RawMessage) => typeof message.id === 'number' && message.result !== undefined;
    await waitFor(() => server.messages.filter(answers).length === asked, { what: 'all answers', timeoutMs: 100_000 });
    await expectAlive(server);
  });

  it('while a turn sends progress: the turn ends all the same, and nothing of it is left when the host goes', async () => {
    const { setup, server } = await connected();
    await using _ = setup;
    server.pauseOutput();
    const { params, ...rest } = call('progress', 'work 1000');
    await server.send({ ...rest, params: { ...params, _meta: { progressToken: 'p' } } });
    await delay(2_000);
    server.endInput();
    expect(await server.waitForExit()).toMatchObject({ signal: null });
    await setup.expectNothing();
  });
});
