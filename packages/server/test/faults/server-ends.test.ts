import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawServer, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { type HostileSetup, startHostile } from './hostile-setup.js';

async function begin(setup: HostileSetup, mark: string, given: object = {}): Promise<RawServer> {
  const server = await setup.raw();
  await server.initialize();
  await callTool(server, 'qwen', { prompt: 'go', ...given });
  await setup.agent.reached(mark);
  return server;
}

/** Sends a call and does not wait for its answer. */
async function callTool(server: RawServer, name: string, given: object): Promise<void> {
  await server.send({ jsonrpc: '2.0', id: `call-${name}`, method: 'tools/call', params: { name, arguments: given } });
}

describe('the server leaves nothing of an agent that leaves children everywhere', () => {
  it.each([
    ['SIGINT', 130, (server: RawServer) => server.kill('SIGINT')],
    ['SIGTERM', 143, (server: RawServer) => server.kill('SIGTERM')],
    ['SIGHUP', 129, (server: RawServer) => server.kill('SIGHUP')],
    [
      'EPIPE',
      0,
      (server: RawServer) => {
        server.closeOutput();
        // Only a write shows that nobody reads.
        void server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
      },
    ],
  ] as const)('after %s, and exits with %i', async (_, code, end) => {
    await using setup = await startHostile('leaves-children', { after: 'hang' });
    const server = await begin(setup, 'children-left');
    end(server);
    expect(await server.waitForExit()).toEqual({ code, signal: null });
    await setup.expectNothing();
  });

  it('after SIGTERM that is followed by SIGKILL while it ends its turns', async () => {
    await using setup = await startHostile('ignores-signals', {}, { INTERRUPT_GRACE_MS: '60000' });
    const server = await begin(setup, 'prompted');
    server.kill('SIGTERM');
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  });
});

describe('the server leaves nothing of an agent that is on its way', () => {
  it('after SIGKILL during the handshake', async () => {
    await using setup = await startHostile('never-ready', {});
    const server = await begin(setup, 'asked');
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  });

  it('after SIGKILL while it is asked for its models', async () => {
    await using setup = await startHostile('never-ready', {});
    const server = await setup.raw();
    await server.initialize();
    await callTool(server, 'qwen_models', {});
    await setup.agent.reached('asked');
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  });

  it('when the host vanishes during the handshake', async () => {
    await using setup = await startHostile('never-ready', {});
    const server = await begin(setup, 'asked');
    server.closeOutput();
    server.endInput();
    expect(await server.waitForExit()).toMatchObject({ code: 0 });
    await setup.expectNothing();
  });

  it('when the handshake takes too long, and says so', async () => {
    await using setup = await startHostile('never-ready', {}, { INIT_TIMEOUT_MS: '2000' });
    const client = await setup.connect();
    const { text, isError } = await client.call('qwen', { prompt: 'go' });
    expect(isError).toBe(true);
    expect(text).toContain('Qwen Code was not ready for a prompt within 2000 ms of its start');
    expect(text).toContain('The prompt never reached qwen.');
    await setup.expectNothing({ besides: [client.pid] });
  });

  it('that does not read: the prompt fills the pipe, and the deadline ends it', async () => {
    await using setup = await startHostile('never-reads', {});
    const client = await setup.connect();
    const { text } = await client.call('qwen', { prompt: 'x'.repeat(2_000_000), timeout_ms: 3_000 });
    expect(text).toContain('timed out after 3000 ms');
    await setup.expectNothing({ besides: [client.pid] });
    expect((await client.call('qwen_running')).text).toMatch(/^No /);
  });
});

describe('a process that waits for the next call', () => {
  async function withSpare(): Promise<{ setup: HostileSetup; server: RawServer }> {
    const setup = await startHostile('keeps-sessions', {}, { SPARES: '1' });
    const server = await setup.raw();
    await server.initialize();
    await server.request('tools/call', { name: 'qwen', arguments: { prompt: 'answer' } });
    const ready = async () => (await readdir(setup.agent.directory)).filter((name) => name.startsWith('ready-')).length;
    await waitFor(async () => (await ready()) === 2, { what: 'a second process to be ready' });
    return { setup, server };
  }

  it('goes with the server when the host closes stdin', async () => {
    const { setup, server } = await withSpare();
    await using _ = setup;
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    await setup.expectNothing();
  });

  it('goes within five seconds after SIGKILL of the server', async () => {
    const { setup, server } = await withSpare();
    await using _ = setup;
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  });

  it('that is killed is not noticed by the next call', async () => {
    const { setup, server } = await withSpare();
    await using _ = setup;
    const names = (await readdir(setup.agent.directory)).filter((name) => name.startsWith('ready-'));
    for (const name of names) {
      try {
        process.kill(Number(name.slice('ready-'.length)), 'SIGKILL');
      } catch {
        // The one that served the first turn is gone.
      }
    }
    const { result } = await server.request('tools/call', { name: 'qwen', arguments: { prompt: 'answer' } });
    expect(JSON.stringify(result)).toContain('heard');
    expect(result?.isError).toBeFalsy();
  });
});

it('a session that was running when its server was killed goes on at once in another, in its own directory', async () => {
  await using setup = await startHostile('keeps-sessions', {});
  const server = await setup.raw();
  await server.initialize();
  await callTool(server, 'qwen', { prompt: 'hang' });
  const session = await waitFor(
    async () => (await readdir(setup.agent.directory)).find((name) => name.startsWith('hanging-'))?.slice(8),
    { what: 'the turn to run' },
  );
  server.kill('SIGKILL');
  const other = await setup.connect({ cwd: join(setup.work, '..') });
  expect((await other.call('qwen_sessions')).text).toContain(session);
  const reply = await other.call('qwen_reply', { session, prompt: 'answer again' });
  expect(reply.isError, reply.text).toBe(false);
  expect(reply.text).toContain(`${session} heard "answer again" in ${setup.work}`);
  await setup.expectNothing({ besides: [other.pid] });
});
