import { type HostileKinds, type RawServer, waitFor } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { type HostileSetup, startHostile } from './hostile-setup.js';

/** A kind with its options, and the mark by which it shows that it is at its worst. */
export type EndlessAgent = {
  [Kind in keyof HostileKinds]: readonly [Kind, HostileKinds[Kind], string];
}[keyof HostileKinds];

/** How a turn of an agent that never ends by itself is ended. */
export type TurnEnd = 'cancelled' | 'deadline' | 'host closes' | 'server killed';

/** The test that nothing is left when a turn ends in one way. */
export function turnEndTest(end: TurnEnd, [kind, options, mark]: EndlessAgent): void {
  it(NAMES[end], async () => {
    await using setup = await startHostile(kind, options);
    await ENDS[end](setup, mark);
  });
}

const NAMES: Record<TurnEnd, string> = {
  cancelled: 'when the call is cancelled, and the server goes on',
  deadline: 'when the deadline passes',
  'host closes': 'when the host closes stdin',
  'server killed': 'within five seconds after SIGKILL of the server',
};

const ENDS: Record<TurnEnd, (setup: HostileSetup, mark: string) => Promise<void>> = {
  async cancelled(setup, mark) {
    const client = await setup.connect();
    const cancelling = new AbortController();
    const call = client.call('qwen', { prompt: 'go' }, { signal: cancelling.signal }).catch(() => 'cancelled');
    await setup.agent.reached(mark);
    cancelling.abort();
    expect(await call).toBe('cancelled');
    await setup.expectNothing({ besides: [client.pid] });
    await waitFor(async () => (await client.call('qwen_running')).text.startsWith('No '), { what: 'no turn to run' });
  },
  async deadline(setup) {
    const client = await setup.connect();
    const result = await client.call('qwen', { prompt: 'go', timeout_ms: 3_000 });
    expect(result.text).toContain('timed out after 3000 ms');
    await setup.expectNothing({ besides: [client.pid] });
  },
  async 'host closes'(setup, mark) {
    const server = await begin(setup, mark);
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    await setup.expectNothing();
  },
  async 'server killed'(setup, mark) {
    const server = await begin(setup, mark);
    server.kill('SIGKILL');
    await setup.expectNothing({ withinMs: 5_000 });
  },
};

/** A server with a turn whose agent is at its worst. */
async function begin(setup: HostileSetup, mark: string): Promise<RawServer> {
  const server = await setup.raw();
  await server.initialize();
  const params = { name: 'qwen', arguments: { prompt: 'go' } };
  await server.send({ jsonrpc: '2.0', id: 'turn', method: 'tools/call', params });
  await setup.agent.reached(mark);
  return server;
}
