import type { RawMessage } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { asksFor } from '../fixtures/approval-script.js';
import { FORMS, modernHost, textOf } from '../fixtures/modern-host.js';
import { startLines } from '../fixtures/start-lines.js';
import { turnRuns } from '../fixtures/turn-runs.js';

const read = () => new Promise((resolve) => setTimeout(resolve, 700));

interface Asked extends Record<string, unknown> {
  readonly requestState: string;
  readonly inputRequests: Readonly<Record<string, RawMessage>>;
}

const answers = (asked: Asked, decision: string) =>
  Object.fromEntries(Object.keys(asked.inputRequests).map((key) => [key, { action: 'accept', content: { decision } }]));

describe('a call that is repeated with answers', () => {
  it('goes on with the turn that it began, however often it comes, and starts none', async () => {
    await using lines = await startLines(asksFor('a1'));
    const host = modernHost(await lines.raw(), { capabilities: FORMS });
    const given = { prompt: 'clean up' };
    const asked = (await host.call('lines', given)) as Asked;
    expect(asked.resultType).toBe('input_required');
    expect(Object.values(asked.inputRequests)).toMatchObject([
      { method: 'elicitation/create', params: { mode: 'form', message: expect.stringContaining('rm a1') } },
    ]);
    const { requestState } = asked;
    await read();
    const inputResponses = answers(asked, 'allow');
    const repeat = () => host.call('lines', given, { requestState, inputResponses });
    const [first, second] = await Promise.all([repeat(), repeat()]);
    for (const result of [first, second, await repeat()]) {
      expect(result.resultType).toBe('complete');
      expect(textOf(result)).toContain('answers: a1 true (Allowed by a person.)');
    }
    expect(await turnRuns(lines)).toBe(1);
  });

  it('asks again for what was left out, and leaves it to the caller when nobody answers in the end', async () => {
    await using lines = await startLines(asksFor('a1'));
    const host = modernHost(await lines.raw(), { capabilities: FORMS });
    const given = { prompt: 'clean up' };
    let asked = (await host.call('lines', given)) as Asked;
    const keys = Object.keys(asked.inputRequests);
    let rounds = 1;
    while (asked.resultType === 'input_required') {
      expect(Object.keys(asked.inputRequests)).toEqual(keys);
      asked = (await host.call('lines', given, { requestState: asked.requestState, inputResponses: {} })) as Asked;
      rounds += 1;
    }
    expect(rounds).toBeLessThan(10);
    expect(textOf(asked)).toContain('[needs approval: a1');
    expect(await turnRuns(lines)).toBe(1);
  });

  it('is refused when its state is missing, forged or of another tool, and nothing starts', async () => {
    await using lines = await startLines(asksFor('a1'));
    const host = modernHost(await lines.raw(), { capabilities: FORMS });
    const asked = (await host.call('lines', { prompt: 'clean up' })) as Asked;
    await read();
    const inputResponses = answers(asked, 'allow');
    const given = { prompt: 'clean up' };
    const cases = [
      ['lines', { inputResponses }],
      ['lines', { inputResponses, requestState: `${asked.requestState.slice(0, -4)}AAAA` }],
      ['lines', { inputResponses, requestState: 'v1.e30.AAAA' }],
      ['lines_reply', { inputResponses, requestState: asked.requestState }],
    ] as const;
    for (const [name, more] of cases) {
      const { error } = await host.request('tools/call', { name, arguments: { ...given, session: 's-1' }, ...more });
      expect(error, name).toMatchObject({ code: -32602 });
    }
    expect(textOf(await host.call('lines_running', {}))).toContain('needs approval: a1 (shell)');
    expect(await turnRuns(lines)).toBe(1);
  });

  it('is no matter for a host that cannot ask: it gets what is asked as text', async () => {
    await using lines = await startLines(asksFor('a1'));
    const host = modernHost(await lines.raw(), { capabilities: { elicitation: { url: {} } } });
    const result = await host.call('lines', { prompt: 'clean up' });
    expect(result.resultType).toBe('complete');
    expect(textOf(result)).toContain('[needs approval: a1');
  });
});
