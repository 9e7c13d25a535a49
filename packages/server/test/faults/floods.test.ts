import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { floodServer, MB, MOST_ABOVE_IDLE } from './flood-server.js';

describe.runIf(process.platform === 'linux')('memory stays, and ping is answered', () => {
  it('under 200 MB of messages', async () => {
    const of = ['text', 'texts', 'tools', 'calls', 'approvals', 'unknown'] as const;
    const { setup, server, text, watch } = await floodServer('floods-messages', { bytes: 200 * MB, of });
    await using _ = setup;
    expect(text).toContain('The flood is over.');
    expect(text).toMatch(/\[warning: edit was not allowed: too many requests waited for an answer already\]/);
    expect(watch.peak - watch.idle).toBeLessThan(MOST_ABOVE_IDLE);
    expect(watch.pings.length).toBeGreaterThan(5);
    await setup.expectNothing({ besides: [server.pid] });
  });

  it('under one line of 50 MB, which the report declares', async () => {
    const { setup, text, watch } = await floodServer('floods-line', { bytes: 50 * MB });
    await using _ = setup;
    expect(text).toContain('That was a long line.');
    expect(text).toMatch(/\[warning: one frame from Qwen Code over the size limit dropped \(500\d{5} bytes in all\)/);
    expect(watch.peak - watch.idle).toBeLessThan(MOST_ABOVE_IDLE);
  });

  it('under 50 MB of stderr, of which the report shows the first and the last part', async () => {
    const { setup, text, watch } = await floodServer('floods-stderr', { bytes: 50 * MB });
    await using _ = setup;
    expect(text).toContain('the first line of many');
    expect(text).toContain('the last line of all');
    expect(text).toMatch(/left out/);
    expect(text.length).toBeLessThan(5_000);
    expect(watch.peak - watch.idle).toBeLessThan(MOST_ABOVE_IDLE);
  });
});

it.each(['.', 'model ', 'sk-', '\\'])(
  'a failure whose reason is 5 MB of %j is one sentence, and holds nothing up',
  async (piece) => {
    const { setup, text, watch } = await floodServer('fails-at-length', { piece, bytes: 5 * MB });
    await using _ = setup;
    expect(text).toContain('[error: ');
    expect(text.length).toBeLessThan(5_000);
    expect(watch.pings.length).toBeGreaterThan(0);
  },
);

it('an answer of 30 MB goes to a file, and the report says where and how long it is', async () => {
  const { setup, text } = await floodServer('floods-messages', { bytes: 30 * MB, of: ['text'], states: true });
  await using _ = setup;
  const [, characters, shown, file = ''] =
    /\[the answer has (\d+) characters; these are the first (\d+), all of it is in (\S+)\]/.exec(text) ?? [];
  expect(Number(shown)).toBe(20_000);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const whole = await readFile(file, 'utf8');
  expect(whole.length).toBe(Number(characters));
  expect(whole.length).toBeGreaterThan(25 * MB);
});
