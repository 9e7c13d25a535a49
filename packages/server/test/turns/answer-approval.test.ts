import { type AgentAction, type McpClient, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';

/** Asks for two approvals at once, and says at the end what was answered. */
const asks = (...ids: string[]): readonly AgentAction[] => [
  ...HANDSHAKE,
  { expect: { type: 'prompt' } },
  ...ids.map((id) => ({ say: { type: 'approval', id, tool: 'shell', input: { command: `rm ${id}` } } })),
  ...ids.flatMap((id) => [
    { expect: { type: 'answer' }, capture: { [`answer_${id}`]: 'allow', [`reason_${id}`]: 'reason' } },
  ]),
  { say: { type: 'done', answer: `answers: ${ids.map((id) => `{answer_${id}} ({reason_${id}})`).join(', ')}` } },
];

const turnIn = (text: string) => /\[turn: (\w+)\]/.exec(text)?.[1] ?? '';
const send = (client: McpClient, given: Record<string, unknown>) => client.call('lines_send', given);

describe('an approval', () => {
  it('is shown to the waiting caller, who allows it and gets the report', async () => {
    await using lines = await startLines(asks('a1'));
    const client = await lines.connect();
    const asked = await client.call('lines', { prompt: 'clean up' });
    expect(asked.isError).toBe(false);
    const turn = turnIn(asked.text);
    expect(asked.text).toMatch(
      /\n\[needs approval: a1 · shell · denied by itself in (4m \d+s|5m)\]\n\{"command":"rm a1"\}\n/,
    );
    expect(asked.text).toContain(`lines_send({ turn: "${turn}", command: "allow" })`);
    expect(asked.meta['agentmount/report']).toMatchObject({
      status: 'needs-approval',
      approvals: [{ id: 'a1', tool: 'shell' }],
    });
    expect((await client.call('lines_running')).text).toContain('needs approval: a1 (shell)');
    expect((await send(client, { turn, command: 'allow' })).text).toMatch(/^Allowed a1 \(shell\) of session s-/);
    expect((await client.call('lines_wait', { turn })).text).toContain('answers: true (');
  });

  it('is denied with a reason that reaches the agent, and the report says so', async () => {
    await using lines = await startLines(asks('a1'));
    const client = await lines.connect();
    const turn = turnIn((await client.call('lines', { prompt: 'clean up' })).text);
    expect((await send(client, { turn, command: 'deny', message: 'use git clean' })).text).toMatch(/^Denied a1/);
    const report = await client.call('lines_wait', { turn });
    expect(report.text).toContain('answers: false (use git clean)');
    expect(report.text).toMatch(/\[warning: shell was not allowed/);
  });

  it('has to be named when several wait', async () => {
    await using lines = await startLines(asks('a1', 'a2'));
    const client = await lines.connect();
    const turn = turnIn((await client.call('lines', { prompt: 'clean up' })).text);
    await waitFor(async () => (await client.call('lines_running')).text.includes('a2 (shell)'), {
      what: 'the second approval',
    });
    const unnamed = await send(client, { turn, command: 'allow' });
    expect(unnamed).toMatchObject({
      isError: true,
      text: 'several approvals wait: a1 (shell), a2 (shell). Name one with approval.',
    });
    const wrong = await send(client, { turn, command: 'allow', approval: 'a9' });
    expect(wrong).toMatchObject({ isError: true, text: 'no approval "a9" waits; waiting: a1, a2.' });
    await send(client, { turn, command: 'allow', approval: 'a1' });
    await send(client, { turn, command: 'deny' });
    expect((await client.call('lines_wait', { turn })).text).toMatch(/answers: true \(.*\), false \(/);
    const late = await send(client, { turn, command: 'allow', approval: 'a1' });
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining(`turn ${turn} has ended`) });
  });

  it('cannot be allowed by the calling model where only a person may', async () => {
    await using lines = await startLines(asks('a1'), { APPROVALS: 'person' });
    const client = await lines.connect();
    const asked = await client.call('lines', { prompt: 'clean up' });
    const turn = turnIn(asked.text);
    expect(asked.text).not.toContain('"allow"');
    expect(await send(client, { turn, command: 'allow' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('LINES_MCP_APPROVALS=person'),
    });
    await send(client, { turn, command: 'deny' });
    expect((await client.call('lines_wait', { turn })).text).toContain('answers: false');
  });

  it('is denied by the clock, and at once where nobody is to be asked', async () => {
    for (const [ms, said] of [
      ['300', 'nobody answered in time'],
      ['0', 'nobody can be asked'],
    ] as const) {
      await using lines = await startLines(asks('a1'), { APPROVAL_TIMEOUT_MS: ms });
      const client = await lines.connect();
      let { text } = await client.call('lines', { prompt: 'clean up' });
      if (ms !== '0') {
        const turn = turnIn(text);
        await waitFor(async () => (await client.call('lines_running')).text.startsWith('No lines'), {
          what: 'the end',
        });
        ({ text } = await client.call('lines_wait', { turn }));
      }
      expect(text).toContain('answers: false');
      expect(text).toContain(said);
    }
  });

  it('is no matter for a turn that has none', async () => {
    await using lines = await startLines(({ gate }) => [
      ...HANDSHAKE,
      { expect: { type: 'prompt' } },
      { waitForFile: gate('go') },
      { say: { type: 'done', answer: 'x' } },
    ]);
    const client = await lines.connect();
    const turn = turnIn((await client.call('lines', { prompt: 'a', wait_ms: 0 })).text);
    expect(await send(client, { turn, command: 'allow' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^no approval waits in /),
    });
    expect(await send(client, { turn, approval: 'a1' })).toMatchObject({
      isError: true,
      text: 'approval goes with the command allow or deny.',
    });
    expect(await send(client, { turn, command: 'abort', message: 'why' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^abort takes no message/),
    });
    expect(await send(client, { turn, command: 'steer' })).toMatchObject({
      isError: true,
      text: 'steer needs a message.',
    });
    expect(await send(client, { turn, message: '  ' })).toMatchObject({
      isError: true,
      text: 'message must not be blank.',
    });
    expect(await send(client, { turn, session: 's-1', message: 'a' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^give either session or turn/),
    });
    await lines.agent.open('go');
    expect((await client.call('lines_wait', { turn })).isError).toBe(false);
  });
});
