import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostileKinds, type RawMessage, type RawServer, watchServer } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { startHostile } from './hostile-setup.js';

const MB = 1_000_000;
/** What a server may take on top of what it takes when it is idle. */
const MOST = 100 * MB;

/** A turn's report; a call that returns because an approval waits is followed by others. */
async function runTurn(server: RawServer, prompt: string): Promise<string> {
  const call = async (name: string, given: object) =>
    textOf(await server.request('tools/call', { name, arguments: { wait_ms: 600_000, ...given } }, 300_000));
  for (let text = await call('qwen', { prompt }); ; await delay(200)) {
    const turn = /^[^\n]*\[turn: (\w+)\]\n\[running/.exec(text)?.[1];
    if (turn === undefined) return text;
    text = await call('qwen_wait', { turn });
  }
}

function textOf({ result }: RawMessage): string {
  return (result?.content as { readonly text: string }[] | undefined)?.[0]?.text ?? '';
}

async function flood<Kind extends keyof HostileKinds>(kind: Kind, options: HostileKinds[Kind]) {
  const setup = await startHostile(kind, options);
  const server = await setup.raw();
  await server.initialize();
  // What a first turn loads is not the flood's.
  await runTurn(server, 'calm');
  let text = '';
  const watch = await watchServer(server, async () => {
    text = await runTurn(server, 'go');
  });
  return { setup, server, text, watch };
}

describe.runIf(process.platform === 'linux')('memory stays, and ping is answered', () => {
  it('under 200 MB of messages', async () => {
    const of = ['text', 'texts', 'tools', 'calls', 'approvals', 'unknown'] as const;
    const { setup, server, text, watch } = await flood('floods-messages', { bytes: 200 * MB, of });
    await using _ = setup;
    expect(text).toContain('The flood is over.');
    expect(text).toMatch(/\[warning: edit was not allowed: too many requests waited for an answer already\]/);
    expect(watch.peak - watch.idle).toBeLessThan(MOST);
    expect(watch.pings.length).toBeGreaterThan(5);
    await setup.expectNothing({ besides: [server.pid] });
  });

  it('under one line of 50 MB, which the report declares', async () => {
    const { setup, text, watch } = await flood('floods-line', { bytes: 50 * MB });
    await using _ = setup;
    expect(text).toContain('That was a long line.');
    expect(text).toMatch(/\[warning: one frame from Qwen Code over the size limit dropped \(500\d{5} bytes in all\)/);
    expect(watch.peak - watch.idle).toBeLessThan(MOST);
  });

  it('under 50 MB of stderr, of which the report shows the first and the last part', async () => {
    const { setup, text, watch } = await flood('floods-stderr', { bytes: 50 * MB });
    await using _ = setup;
    expect(text).toContain('the first line of many');
    expect(text).toContain('the last line of all');
    expect(text).toMatch(/left out/);
    expect(text.length).toBeLessThan(5_000);
    expect(watch.peak - watch.idle).toBeLessThan(MOST);
  });
});

it('an answer of 30 MB goes to a file, and the report says where and how long it is', async () => {
  const { setup, text } = await flood('floods-messages', { bytes: 30 * MB, of: ['text'], states: true });
  await using _ = setup;
  const [, characters, shown, file = ''] =
    /\[the answer has (\d+) characters; these are the first (\d+), all of it is in (\S+)\]/.exec(text) ?? [];
  expect(Number(shown)).toBe(20_000);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const whole = await readFile(file, 'utf8');
  expect(whole.length).toBe(Number(characters));
  expect(whole.length).toBeGreaterThan(25 * MB);
});
