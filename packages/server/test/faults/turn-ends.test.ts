import { type HostileKinds, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { startHostile } from './hostile-setup.js';

/** A kind with its options, and the mark by which it shows that it is at its worst. */
type Case = { [Kind in keyof HostileKinds]: readonly [Kind, HostileKinds[Kind], string] }[keyof HostileKinds];

const ENDLESS: readonly Case[] = [
  ['leaves-children', { after: 'hang' }, 'children-left'],
  ['leaves-children', { after: 'hang', holdsOutput: true }, 'children-left'],
  ['ignores-signals', {}, 'prompted'],
  ['forks-while-dying', {}, 'prompted'],
  ['hops', {}, 'prompted'],
];

describe('no process is left of an agent that leaves children everywhere', () => {
  it.each([
    ['answers', 'answer', false],
    ['exits in the middle of its work', 'exit', true],
  ] as const)('and %s', async (_, then, fails) => {
    await using setup = await startHostile('leaves-children', { after: then });
    const client = await setup.connect();
    const result = await client.call('qwen', { prompt: 'go' });
    expect(result.isError, result.text).toBe(fails);
    await setup.expectNothing({ besides: [client.pid] });
  });
});

describe.each(ENDLESS)('no process is left of an agent of the kind %s %j', (kind, options, mark) => {
  it('when the call is cancelled, and the next call runs', async () => {
    await using setup = await startHostile(kind, options);
    const client = await setup.connect();
    const cancelling = new AbortController();
    const call = client.call('qwen', { prompt: 'go' }, { signal: cancelling.signal }).catch(() => 'cancelled');
    await setup.agent.reached(mark);
    cancelling.abort();
    expect(await call).toBe('cancelled');
    await setup.expectNothing({ besides: [client.pid] });
    // The processes are gone a moment before the turn has been put in order.
    await waitFor(async () => /^No /.test((await client.call('qwen_running')).text), { what: 'the turn to be over' });
  });

  it('when the deadline passes', async () => {
    await using setup = await startHostile(kind, options);
    const client = await setup.connect();
    const result = await client.call('qwen', { prompt: 'go', timeout_ms: 3_000 });
    expect(result.text).toContain('timed out after 3000 ms');
    await setup.expectNothing({ besides: [client.pid] });
  });

  it('when the host closes stdin', async () => {
    await using setup = await startHostile(kind, options);
    const server = await setup.raw();
    await server.initialize();
    await server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'qwen', arguments: { prompt: 'go' } },
    });
    await setup.agent.reached(mark);
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    await setup.expectNothing();
  });

  it('within five seconds after SIGKILL of the server', async () => {
    await using setup = await startHostile(kind, options);
    const server = await setup.raw();
    await server.initialize();
    await server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'qwen', arguments: { prompt: 'go' } },
    });
    await setup.agent.reached(mark);
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  });
});
