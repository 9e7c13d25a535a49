import { type ElicitationAnswer, type ElicitationRequest, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { asksFor } from '../fixtures/approval-script.js';
import { textOf } from '../fixtures/modern-host.js';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';
import { turnRuns } from '../fixtures/turn-runs.js';

/** As long as a quick reader needs. */
const read = () => new Promise((resolve) => setTimeout(resolve, 700));
const FORMS = { capabilities: { elicitation: { form: {} } } };

/** A person who answers the question about each approval in this way. */
function person(answers: Readonly<Record<string, ElicitationAnswer>>, asked: ElicitationRequest[] = []) {
  return async (request: ElicitationRequest): Promise<ElicitationAnswer> => {
    asked.push(request);
    await read();
    const id = Object.keys(answers).find((name) => request.message.includes(`rm ${name}`));
    return answers[id ?? ''] ?? { action: 'cancel' };
  };
}

const ALLOW: ElicitationAnswer = { action: 'accept', content: { decision: 'allow' } };
const DENY: ElicitationAnswer = { action: 'accept', content: { decision: 'deny' } };

describe.each([
  ['1.x', 'legacy', 'decline'],
  ['2.x', 'legacy', 'accept'],
  ['2.x', '2026-07-28', 'cancel'],
] as const)('a host with a person, on the client %s that speaks %s', (sdk, protocol, action) => {
  it('asks the person about each request, and the call returns with the report', async () => {
    await using lines = await startLines(asksFor('a1', 'a2', 'a3'), { APPROVALS: 'person' });
    const asked: ElicitationRequest[] = [];
    const elicitation = person({ a1: ALLOW, a2: DENY, a3: { action: 'decline' } }, asked);
    const client = await lines.connect({ sdk, protocol, elicitation });
    const { text, isError } = await client.call('lines', { prompt: 'clean up' });
    expect(isError, text).toBe(false);
    // The agent takes answers in the order in which they come.
    const answers = [...text.matchAll(/(a\d) (true|false) \((\w+) by a person\.\)/g)].map((match) => match.slice(1));
    expect(Object.fromEntries(answers.map(([id, allowed, word]) => [id, [allowed, word]]))).toEqual({
      a1: ['true', 'Allowed'],
      a2: ['false', 'Denied'],
      a3: ['false', 'Denied'],
    });
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({
      message: `Lines asks to use shell in ${lines.folder.directory}:\n{"command":"rm a1"}`,
      requestedSchema: { properties: { decision: { enum: ['deny', 'allow'] } }, required: ['decision'] },
    });
    expect(text).toContain('[warning: shell was not allowed: whoever was asked denied it]');
    expect(await turnRuns(lines)).toBe(1);
  });

  it(`that answers ${action} by itself has given no answer: the caller gets what is asked`, async () => {
    await using lines = await startLines(asksFor('a1'));
    const elicitation = () => (action === 'accept' ? ALLOW : { action });
    const client = await lines.connect({ sdk, protocol, elicitation });
    const { text, isError } = await client.call('lines', { prompt: 'clean up' });
    expect(isError).toBe(false);
    expect(text).toContain('[needs approval: a1 · shell');
    const turn = /\[turn: (\w+)\]/.exec(text)?.[1];
    await client.call('lines_send', { turn, command: 'deny' });
    expect((await client.call('lines_wait', { turn })).text).toContain('answers: a1 false (Denied by the caller.)');
    expect(await turnRuns(lines)).toBe(1);
  });
});

describe('an open question', () => {
  it('is taken back when the caller answers, when the agent withdraws it, by the clock, and when the call is cut', async () => {
    await using lines = await startLines(
      ({ gate }) => [
        ...HANDSHAKE,
        { expect: { type: 'prompt' } },
        { say: { type: 'approval', id: 'a1', tool: 'shell', input: 'one' } },
        { expect: { type: 'answer', id: 'a1', allow: true } },
        { say: { type: 'approval', id: 'a2', tool: 'shell', input: 'two' } },
        { waitForFile: gate('withdraw') },
        { say: { type: 'withdrawn', id: 'a2' } },
        { say: { type: 'approval', id: 'a3', tool: 'shell', input: 'three' } },
        { expect: { type: 'answer', id: 'a3', allow: false } },
        { say: { type: 'approval', id: 'a4', tool: 'shell', input: 'four' } },
        { hang: true },
      ],
      { APPROVAL_TIMEOUT_MS: '4000' },
    );
    const server = await lines.raw();
    await server.initialize(FORMS);
    const call = { name: 'lines', arguments: { prompt: 'clean up' } };
    await server.send({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params: call });
    const question = (words: string) =>
      server.next(({ method, params }) => method === 'elicitation/create' && String(params?.message).endsWith(words));
    const takenBack = (id: unknown) =>
      server.next(({ method, params }) => method === 'notifications/cancelled' && params?.requestId === id);

    const one = await question('one');
    const running = await server.request('tools/call', { name: 'lines_running', arguments: {} });
    const turn = /\[turn: (\w+)\]/.exec(textOf(running.result ?? {}))?.[1];
    await server.request('tools/call', { name: 'lines_send', arguments: { turn, command: 'allow' } });
    await takenBack(one.id);

    const two = await question('two');
    // What comes after it was taken back is an answer to nothing.
    await server.send({ jsonrpc: '2.0', id: one.id, result: DENY });
    await lines.agent.open('withdraw');
    await takenBack(two.id);

    // Denied by the clock.
    await takenBack((await question('three')).id);

    const four = await question('four');
    await server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call' } });
    await takenBack(four.id);
    await waitFor(
      async () => {
        const { result } = await server.request('tools/call', { name: 'lines_running', arguments: {} });
        return textOf(result ?? {}).startsWith('No lines');
      },
      { what: 'the turn to end', timeoutMs: 60_000 },
    );
    expect(server.messages.some(({ id }) => id === 'call')).toBe(false);
  });

  it('does not keep the call longer than it may wait, and is not asked twice at once', async () => {
    await using lines = await startLines(asksFor('a1'));
    const server = await lines.raw();
    await server.initialize(FORMS);
    const call = (id: string, name: string, given: object) =>
      server.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });
    const isQuestion = ({ method }: { method?: string }) => method === 'elicitation/create';
    const answerTo = async (id: string) => textOf((await server.next((message) => message.id === id)).result ?? {});

    await call('first', 'lines', { prompt: 'clean up', wait_ms: 3000 });
    const { id } = await server.next(isQuestion);
    const running = await server.request('tools/call', { name: 'lines_running', arguments: {} });
    const turn = /\[turn: (\w+)\]/.exec(textOf(running.result ?? {}))?.[1];
    await call('second', 'lines_wait', { turn });
    expect(await answerTo('second')).toContain('[needs approval: a1');
    expect(await answerTo('first')).toContain('[needs approval: a1');
    await server.next(({ method, params }) => method === 'notifications/cancelled' && params?.requestId === id);
    // The next wait asks again.
    await call('third', 'lines_wait', { turn });
    const again = await server.next(isQuestion);
    await read();
    await server.send({ jsonrpc: '2.0', id: again.id, result: ALLOW });
    expect(await answerTo('third')).toContain('answers: a1 true (Allowed by a person.)');
    expect(server.messages.filter(isQuestion)).toHaveLength(2);
  });

  it('that the host refuses is no answer', async () => {
    await using lines = await startLines(asksFor('a1'));
    const server = await lines.raw();
    await server.initialize({ capabilities: { elicitation: {} } });
    const call = { name: 'lines', arguments: { prompt: 'clean up' } };
    await server.send({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params: call });
    const { id } = await server.next(({ method }) => method === 'elicitation/create');
    await server.send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
    const { result } = await server.next((message) => message.id === 'call');
    expect(textOf(result ?? {})).toContain('[needs approval: a1');
  });
});
