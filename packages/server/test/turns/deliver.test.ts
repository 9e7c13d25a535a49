import { type ProgressNotice, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';

const slow = ({ gate }: { gate(name: string): string }) => [
  ...HANDSHAKE,
  { expect: { type: 'prompt' } },
  { say: { type: 'tool', phase: 'start', id: '1', name: 'dig' } },
  { waitForFile: gate('go') },
  { say: { type: 'done', answer: 'Dug.' } },
];

describe('a call that does not wait to the end', () => {
  it('returns where the turn stands, and the wait tool gives the report as often as it is asked', async () => {
    await using lines = await startLines(slow);
    const client = await lines.connect();
    const note = await client.call('lines', { prompt: 'dig', wait_ms: 0 });
    expect(note.isError).toBe(false);
    const turn = /^\[turn: (\w+)\]|\] \[turn: (\w+)\]/.exec(note.text)?.slice(1).find(Boolean) ?? '';
    expect(note.text).toContain(`For the answer: lines_wait({ turn: "${turn}" })`);
    expect(note.meta['agentmount/report']).toMatchObject({ turn, cwd: lines.folder.directory });
    await waitFor(async () => (await client.call('lines_running')).text.includes('now: dig'), {
      what: 'the tool to run',
    });
    const still = await client.call('lines_wait', { turn, wait_ms: 10 });
    expect(still.text).toMatch(
      /^\[session: s-[0-9a-f-]+\] \[turn: \w+\]\n\[running: .* · 1 tool call: dig · now: dig\]\nStill working/,
    );
    await lines.agent.open('go');
    const report = await client.call('lines_wait', { turn });
    expect(report.text).toContain('\nDug.\n');
    expect(report.text).not.toContain('given before');
    const session = /^\[session: ([^\]]+)\]/.exec(report.text)?.[1] ?? '';
    const again = await client.call('lines_wait', { session });
    expect(again.text).toMatch(
      /^\[session: s-[0-9a-f-]+\]\n\[note: this report was given before, [\d.]+s ago\]\n\nDug\./,
    );
  });

  it('waits as long as the variable says when the call says nothing', async () => {
    await using lines = await startLines(slow, { WAIT_MS: '200' });
    const client = await lines.connect();
    expect((await client.call('lines', { prompt: 'dig' })).text).toContain('Still working');
  });

  it('that is cancelled ends its turn; a cancelled wait does not', async () => {
    await using lines = await startLines(slow);
    const client = await lines.connect();
    const note = await client.call('lines', { prompt: 'dig', wait_ms: 0 });
    const turn = /\[turn: (\w+)\]/.exec(note.text)?.[1] ?? '';
    const waiting = new AbortController();
    const wait = client.call('lines_wait', { turn }, { signal: waiting.signal }).catch(() => 'cancelled');
    await waitFor(async () => (await client.call('lines_running')).text.includes('now: dig'), {
      what: 'the tool to run',
    });
    waiting.abort();
    expect(await wait).toBe('cancelled');
    expect((await client.call('lines_running')).text).toContain(`[turn: ${turn}]`);

    const calling = new AbortController();
    const call = client.call('lines', { prompt: 'dig' }, { signal: calling.signal }).catch(() => 'cancelled');
    await waitFor(async () => (await client.call('lines_running')).text.startsWith('2 running'), {
      what: 'the second turn',
    });
    calling.abort();
    expect(await call).toBe('cancelled');
    await waitFor(async () => (await client.call('lines_running')).text.startsWith('1 running'), { what: 'its end' });
    await lines.agent.open('go');
    expect((await client.call('lines_wait', { turn })).text).toContain('Dug.');
  });

  it('gets no response to a request that it has cancelled', async () => {
    await using lines = await startLines(slow);
    const server = await lines.raw();
    await server.initialize();
    await server.send({
      jsonrpc: '2.0',
      id: 'c',
      method: 'tools/call',
      params: { name: 'lines', arguments: { prompt: 'a' } },
    });
    await waitFor(async () => (await lines.agent.runs()).some((run) => run.input.length === 2), {
      what: 'the prompt to arrive',
    });
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } });
    await waitFor(
      async () =>
        JSON.stringify((await server.request('tools/call', { name: 'lines_running', arguments: {} })).result).includes(
          'No lines turn',
        ),
      { what: 'the turn to end' },
    );
    server.endInput();
    await server.waitForExit();
    expect(server.messages.some((message) => message.id === 'c')).toBe(false);
  });
});

describe('progress', () => {
  it('rises, tells states and tools by name, and stops with the answer', async () => {
    await using lines = await startLines(slow);
    const client = await lines.connect();
    const notices: ProgressNotice[] = [];
    const call = client.call('lines', { prompt: 'a secret prompt' }, { onProgress: (notice) => notices.push(notice) });
    await waitFor(() => notices.some((notice) => notice.message?.includes('now: dig')), {
      what: 'the tool in the progress',
    });
    await lines.agent.open('go');
    expect((await call).text).toContain('Dug.');
    const count = notices.length;
    await client.call('lines_running');
    expect(notices).toHaveLength(count);
    expect(notices.map((notice) => notice.progress)).toEqual(notices.map((_, index) => index + 1));
    expect(notices[0]?.message).toMatch(/^(queued|starting): /);
    expect(notices.some((notice) => notice.message?.includes(lines.folder.directory))).toBe(true);
    expect(JSON.stringify(notices)).not.toContain('secret');
  });

  it('comes at least every 15 seconds', async () => {
    await using lines = await startLines(slow);
    const client = await lines.connect();
    const times: number[] = [];
    const call = client.call('lines', { prompt: 'dig' }, { onProgress: () => times.push(performance.now()) });
    await waitFor(() => times.length > 0, { what: 'progress' });
    await waitFor(async () => (await client.call('lines_running')).text.includes('now: dig'), {
      what: 'the tool to run',
    });
    const quiet = times.length;
    await waitFor(() => times.length > quiet + 1, { what: 'two heartbeats', timeoutMs: 60_000 });
    await lines.agent.open('go');
    await call;
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(20_000);
  });

  it('is not sent to a host that did not ask for it', async () => {
    await using lines = await startLines(slow);
    const client = await lines.connect();
    await client.call('lines', { prompt: 'dig', wait_ms: 1500 });
    expect(client.lines.some((line) => line.includes('notifications/progress'))).toBe(false);
  });
});

describe('the lists', () => {
  it('show sessions page by page and by directory', async () => {
    await using lines = await startLines([
      {
        untilInputEnds: [
          { expect: { type: 'hello' } },
          { say: { type: 'ready', session: 's-{uuid}' } },
          { expect: { type: 'prompt' } },
          { say: { type: 'done', answer: 'Yes.' } },
        ],
      },
    ]);
    const client = await lines.connect();
    await Promise.all(Array.from({ length: 22 }, () => client.call('lines', { prompt: 'a', wait_ms: 60_000 })));
    const first = await client.call('lines_sessions');
    expect(first.text.split('\n')).toHaveLength(21);
    expect(first.text).toMatch(/^22 known, newest first, page 1 of 2:\ns-[0-9a-f-]+ · completed · /);
    expect((await client.call('lines_sessions', { page: 2 })).text.split('\n')).toHaveLength(3);
    expect((await client.call('lines_sessions', { cwd: '/elsewhere' })).text).toBe(
      'No lines session is known in /elsewhere.',
    );
    expect((await client.call('lines_sessions', { cwd: lines.folder.directory })).text).toMatch(/^22 known in /);
  });

  it('show the models as the adapter has columns for them, or why they cannot be had', async () => {
    await using lines = await startLines([
      [
        ...HANDSHAKE,
        { expect: { type: 'models' } },
        {
          say: {
            type: 'models',
            models: [{ id: 'large', contextWindow: 200_000, thinking: true, current: true }, { id: 'small' }],
          },
        },
        { waitForInputEnd: true },
      ],
      [{ expect: { type: 'hello' } }, { say: { type: 'failed', message: 'the key was refused' } }, { hang: true }],
    ]);
    const client = await lines.connect();
    const models = await client.call('lines_models');
    expect(models.text).toBe(
      '2 of 2 models of lines:\nmodel | context | thinks\nlarge (in use) | 200k | yes\nsmall | ? | ?',
    );
    expect(models.meta['agentmount/report']).toMatchObject({ models: [{ id: 'large' }, { id: 'small' }] });
    const failed = await client.call('lines_models');
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain('the key was refused');
  });
});
