import { type RawMessage, waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { asksFor } from '../fixtures/approval-script.js';
import { FORMS, type ModernHost, modernHost, TASKS, textOf } from '../fixtures/modern-host.js';
import { HANDSHAKE, startLines } from '../fixtures/start-lines.js';

const digs = ({ gate }: { gate(name: string): string }) => [
  ...HANDSHAKE,
  { expect: { type: 'prompt' } },
  { say: { type: 'tool', phase: 'start', id: '1', name: 'dig' } },
  { waitForFile: gate('go') },
  { say: { type: 'done', answer: 'Dug.' } },
];

type Task = Record<string, unknown> & { readonly taskId: string; readonly status: string };

async function getTask(host: ModernHost, taskId: string): Promise<Task> {
  const { result } = await host.request('tasks/get', { taskId });
  return result as Task;
}

async function waitForStatus(host: ModernHost, taskId: string, status: string): Promise<Task> {
  return waitFor(
    async () => {
      const task = await getTask(host, taskId);
      return task.status === status ? task : undefined;
    },
    { what: `the task to be ${status}`, timeoutMs: 60_000 },
  );
}

describe('a host that knows tasks', () => {
  it('gets one for a call that may take long, sees what the agent does, and gets the result from it', async () => {
    await using lines = await startLines(digs, { WAIT_MS: '1' });
    const host = modernHost(await lines.raw(), { capabilities: TASKS });
    const discovered = await host.request('server/discover');
    expect(discovered.result).toMatchObject({ capabilities: TASKS });
    const begun = await host.call('lines', { prompt: 'dig for the secret' });
    expect(begun).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 1000 });
    // Durable before it was answered: the turn is registered.
    const taskId = String(begun.taskId);
    expect(await getTask(host, taskId)).toMatchObject({ taskId, status: 'working', resultType: 'complete' });
    await waitFor(async () => String((await getTask(host, taskId)).statusMessage).includes('now: dig'), {
      what: 'the tool in the status message',
    });
    const working = await getTask(host, taskId);
    expect(working.statusMessage).toMatch(
      /^running: .* · 1 tool call: dig · now: dig \[session: s-[^\]]+\] \[turn: \w+\]$/,
    );
    expect(JSON.stringify(working)).not.toContain('secret');
    await lines.agent.open('go');
    const done = await waitForStatus(host, taskId, 'completed');
    expect(textOf(done.result as Record<string, unknown>)).toContain('\nDug.\n');
    expect(done.result).toMatchObject({
      resultType: 'complete',
      _meta: { 'agentmount/report': { status: 'completed' } },
    });
    expect(done.ttlMs).toBeGreaterThanOrEqual(3_600_000);
    expect(await getTask(host, taskId)).toEqual(done);
  });

  it('cancels it, which ends the agent', async () => {
    await using lines = await startLines(digs);
    const server = await lines.raw();
    const host = modernHost(server, { capabilities: TASKS });
    const { taskId } = (await host.call('lines', { prompt: 'dig' })) as Task;
    await waitFor(async () => String((await getTask(host, taskId)).statusMessage).includes('now: dig'), {
      what: 'the tool to run',
    });
    expect((await host.request('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    const cancelled = await waitForStatus(host, taskId, 'cancelled');
    expect(cancelled.statusMessage).toMatch(/^cancelled \[session: s-[^\]]+\] \[turn: \w+\]$/);
    expect(cancelled.result).toBeUndefined();
    const turn = /\[turn: (\w+)\]/.exec(String(cancelled.statusMessage))?.[1];
    const report = await modernHost(server).call('lines_wait', { turn });
    expect(report).toMatchObject({ isError: true, _meta: { 'agentmount/report': { cause: { class: 'cancelled' } } } });
  });

  it('gets a failed turn as a completed task whose result is an error', async () => {
    await using lines = await startLines([...HANDSHAKE, { expect: { type: 'prompt' } }, { exit: 3 }]);
    const host = modernHost(await lines.raw(), { capabilities: TASKS });
    const { taskId } = (await host.call('lines', { prompt: 'dig' })) as Task;
    const done = await waitForStatus(host, taskId, 'completed');
    expect(done.result).toMatchObject({ isError: true });
    expect(textOf(done.result as Record<string, unknown>)).toContain('exit');
  });

  it('gets a refusal, a list and a call that does not wait as plain results', async () => {
    await using lines = await startLines(digs);
    const host = modernHost(await lines.raw(), { capabilities: TASKS });
    const refused = await host.call('lines', { prompt: '  ' });
    expect(refused).toMatchObject({ resultType: 'complete', isError: true });
    expect((await host.call('lines_sessions', {})).resultType).toBe('complete');
    const note = await host.call('lines', { prompt: 'dig', wait_ms: 0 });
    expect(note.resultType).toBe('complete');
    const turn = /\[turn: (\w+)\]/.exec(textOf(note))?.[1];
    const waited = (await host.call('lines_wait', { turn })) as Task;
    expect(waited.resultType).toBe('task');
    // Cancelling a wait leaves the turn alone.
    await host.request('tasks/cancel', { taskId: waited.taskId });
    await waitForStatus(host, waited.taskId, 'cancelled');
    expect(textOf(await host.call('lines_running', {}))).toContain(`[turn: ${turn}]`);
  });

  it('asks its person through the task, and the agent gets the answer once', async () => {
    await using lines = await startLines(asksFor('a1', 'a2'));
    const host = modernHost(await lines.raw(), { capabilities: { ...TASKS, ...FORMS } });
    const { taskId } = (await host.call('lines', { prompt: 'clean up' })) as Task;
    for (const [id, decision] of [
      ['a1', 'allow'],
      ['a2', 'deny'],
    ] as const) {
      const asked = await waitFor(
        async () => {
          const task = await getTask(host, taskId);
          return Object.keys(task.inputRequests ?? {})[0]?.startsWith(id) ? task : undefined;
        },
        { what: `the question about ${id}` },
      );
      expect(asked.status).toBe('input_required');
      const [[key, question] = []] = Object.entries(asked.inputRequests as Record<string, RawMessage>);
      expect(question?.method).toBe('elicitation/create');
      expect(question?.params?.message).toContain(`{"command":"rm ${id}"}`);
      await new Promise((resolve) => setTimeout(resolve, 700));
      const answer = { action: 'accept', content: { decision } };
      const update = { taskId, inputResponses: { [String(key)]: answer, 'never asked': answer } };
      expect((await host.request('tasks/update', update)).result).toMatchObject({ resultType: 'complete' });
      expect((await host.request('tasks/update', update)).result).toMatchObject({ resultType: 'complete' });
    }
    const done = await waitForStatus(host, taskId, 'completed');
    expect(textOf(done.result as Record<string, unknown>)).toContain(
      'answers: a1 true (Allowed by a person.), a2 false (Denied by a person.)',
    );
  });

  it.each([
    ['cannot ask', {}],
    ['declines by itself', FORMS],
  ])('but %s gets what is asked as the result, for its model to answer', async (_, forms) => {
    await using lines = await startLines(asksFor('a1'));
    const host = modernHost(await lines.raw(), { capabilities: { ...TASKS, ...forms } });
    const { taskId } = (await host.call('lines', { prompt: 'clean up' })) as Task;
    if ('elicitation' in forms) {
      const asked = await waitForStatus(host, taskId, 'input_required');
      const [key = ''] = Object.keys(asked.inputRequests as object);
      await host.request('tasks/update', { taskId, inputResponses: { [key]: { action: 'decline' } } });
    }
    const done = await waitForStatus(host, taskId, 'completed');
    const text = textOf(done.result as Record<string, unknown>);
    expect(text).toContain('[needs approval: a1 · shell');
    const turn = /\[turn: (\w+)\]/.exec(text)?.[1];
    await host.call('lines_send', { turn, command: 'allow' });
    const waited = (await host.call('lines_wait', { turn })) as Task;
    const report = await waitForStatus(host, waited.taskId, 'completed');
    expect(textOf(report.result as Record<string, unknown>)).toContain('answers: a1 true');
  });

  it('is told of a task that is none', async () => {
    await using lines = await startLines([]);
    const host = modernHost(await lines.raw(), { capabilities: TASKS });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await host.request(method, { taskId: 'none', inputResponses: {} });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('There is no task "none"') });
    }
  });
});

describe('a host that does not declare tasks', () => {
  it('gets none, and may not ask for one, in either era', async () => {
    await using lines = await startLines(digs);
    const server = await lines.raw();
    const without = modernHost(server);
    const call = without.call('lines', { prompt: 'dig' });
    await lines.agent.open('go');
    expect(await call).toMatchObject({ resultType: 'complete', content: [{ type: 'text' }] });
    const { taskId } = (await modernHost(server, { capabilities: TASKS }).call('lines', { prompt: 'dig' })) as Task;
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await without.request(method, { taskId, inputResponses: {} })).error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: TASKS },
      });
    }

    const legacy = await lines.raw();
    const { result } = await legacy.initialize({ capabilities: TASKS });
    expect(result?.capabilities).toEqual({ tools: {} });
    const plain = await legacy.request('tools/call', { name: 'lines', arguments: { prompt: 'dig' } });
    expect(plain.result).not.toHaveProperty('resultType');
    expect(textOf(plain.result ?? {})).toContain('Dug.');
    expect((await legacy.request('tasks/get', { taskId })).error).toMatchObject({ code: -32601 });
  });
});
