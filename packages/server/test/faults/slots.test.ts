import { readdir } from 'node:fs/promises';
import { type McpClient, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { type HostileSetup, startHostile } from './hostile-setup.js';

/** How many agents have ever come as far as their handshake. */
async function starts(setup: HostileSetup): Promise<number> {
  return (await readdir(setup.agent.directory)).filter((name) => name.startsWith('ready-')).length;
}

async function hanging(setup: HostileSetup, count: number): Promise<void> {
  const now = async () => (await readdir(setup.agent.directory)).filter((name) => name.startsWith('hanging-')).length;
  await waitFor(async () => (await now()) === count, { what: `${count} turns to run` });
}

/** A call that tells whether it said that it is queued, and that can be cancelled. */
function begin(client: McpClient, prompt: string) {
  const cancelling = new AbortController();
  const said: string[] = [];
  const result = client
    .call('qwen', { prompt }, { signal: cancelling.signal, onProgress: ({ message = '' }) => void said.push(message) })
    .catch(() => undefined);
  return {
    result,
    cancel: () => cancelling.abort(),
    queued: () =>
      waitFor(() => said.some((message) => message.startsWith('queued')), { what: 'the call to be queued' }),
  };
}

describe('the limit of turns at once', () => {
  it('holds over two servers; a call that waits says so, and one that is cancelled never starts its agent', async () => {
    await using setup = await startHostile('keeps-sessions', {}, { MAX_CONCURRENT: '2' });
    const one = await setup.connect();
    const other = await setup.connect();
    const running = [begin(one, 'hang'), begin(other, 'hang')];
    await hanging(setup, 2);
    const cancelled = begin(other, 'answer cancelled');
    await cancelled.queued();
    const waiting = begin(one, 'answer waiting');
    await waiting.queued();
    expect((await other.call('qwen_running')).text).toMatch(/queued/);
    const note = await one.call('qwen', { prompt: 'answer later', wait_ms: 0 });
    expect(note.text).toMatch(/\[turn: \w+\]\n\[queued/);
    cancelled.cancel();
    expect(await cancelled.result).toBeUndefined();
    await waitFor(async () => !(await other.call('qwen_running')).text.includes('queued'), {
      what: 'it to leave the queue',
    });
    expect(await starts(setup)).toBe(2);
    running[0]?.cancel();
    expect((await waiting.result)?.text).toContain('heard "answer waiting"');
    const later = await one.call('qwen_wait', { turn: /\[turn: (\w+)\]/.exec(note.text)?.[1] });
    expect(later.text).toContain('heard "answer later"');
    running[1]?.cancel();
    await setup.expectNothing({ besides: [one.pid, other.pid] });
    // The two that hung, the two that waited, and not the one that was cancelled.
    expect(await starts(setup)).toBe(4);
  });

  it('does not count the turns of a server that was killed', async () => {
    await using setup = await startHostile('keeps-sessions', {}, { MAX_CONCURRENT: '2' });
    const dying = await setup.connect();
    const other = await setup.connect();
    begin(dying, 'hang');
    begin(dying, 'hang');
    await hanging(setup, 2);
    const waiting = begin(other, 'answer');
    await waiting.queued();
    dying.kill('SIGKILL');
    expect((await waiting.result)?.text).toContain('heard "answer"');
  });

  it('lets sixty-four calls at once all succeed, with default settings', async () => {
    await using setup = await startHostile('keeps-sessions', {}, { SPARES: '1' });
    const client = await setup.connect();
    const calls = Array.from({ length: 64 }, (_, index) => client.call('qwen', { prompt: `answer ${index}` }));
    for (const [index, { text }] of (await Promise.all(calls)).entries())
      expect(text).toContain(`heard "answer ${index}"`);
    expect(await client.close()).toEqual({ code: 0, signal: null });
    await setup.expectNothing();
  });
});
