import { describe, expect, it } from 'vitest';
import { Run } from '../src/translate.js';
import { readUsage } from '../src/usage.js';

const message = (content: unknown[], more: Record<string, unknown> = {}) => ({
  type: 'message_end',
  message: { role: 'assistant', provider: 'fake', model: 'fake-1', content, stopReason: 'stop', ...more },
});
const text = (words: string) => ({ type: 'text', text: words });
const update = (assistantMessageEvent: Record<string, unknown>) => ({ type: 'message_update', assistantMessageEvent });
const says = (events: readonly { readonly type: string }[]) =>
  events.map((event) => ('text' in event ? event.text : event.type));

describe('a run', () => {
  it('says each word once, whether it came in pieces or at the end', () => {
    const run = new Run('/home/ada', 'fake/fake-1');
    const begin = { type: 'message_start', message: { role: 'assistant' } };
    run.take(begin);
    expect(says(run.take(update({ type: 'text_delta', delta: 'One ' })))).toEqual(['One ']);
    expect(says(run.take(message([text('One two.')])))).toEqual(['two.', 'rounds']);
    expect(says(run.take(message([text('One two.')])))).toEqual(['rounds']);
    run.take(begin);
    expect(says(run.take(message([text('Three.')])))).toEqual(['Three.', 'rounds']);
  });

  it('parts the blocks of a message', () => {
    const run = new Run('/home/ada');
    const events = [
      update({ type: 'text_start' }),
      update({ type: 'text_delta', delta: 'One.' }),
      update({ type: 'thinking_delta', delta: 'Hm.' }),
      update({ type: 'text_start' }),
      update({ type: 'text_delta', delta: '' }),
      update({ type: 'text_delta', delta: 'Two.' }),
    ].flatMap((frame) => run.take(frame));
    expect(says(events)).toEqual(['One.', 'Hm.', '\nTwo.']);
    run.take(message([text('One.'), { type: 'thinking', thinking: 'Hm.' }, text('Two.')]));
    expect(run.last?.text).toBe('One.\nTwo.');
  });

  it('remembers the last message that is no step to a tool call', () => {
    const run = new Run('/home/ada');
    run.take(message([text('Answer.')]));
    run.take(message([text('Preamble.')], { stopReason: 'toolUse' }));
    expect(run.last?.text).toBe('Answer.');
    run.take({ type: 'message_start', message: { role: 'user' } });
    expect(run.last).toBeUndefined();
  });

  it('counts no round for a request that gave nothing', () => {
    const run = new Run('/home/ada', 'fake/fake-1');
    expect(run.take(message([], { stopReason: 'error' }))).toEqual([]);
    expect(run.take(message([], { stopReason: 'aborted' }))).toEqual([]);
    expect(says(run.take(message([])))).toEqual(['rounds']);
  });

  it('tells another model than the one before', () => {
    const run = new Run('/home/ada', 'fake/fake-1');
    const changed = run.take(message([], { stopReason: 'error', model: 'fake-2' }));
    expect(changed).toEqual([{ type: 'model', id: 'fake/fake-2' }]);
  });

  it('tells the files of nested calls, and marks these', () => {
    const run = new Run('/home/ada');
    const call = { toolCallId: 'c/1', toolName: 'edit', parentToolCallId: 'c' };
    const start = run.take({ type: 'tool_execution_start', ...call, args: { path: '~/x' } });
    expect(start).toMatchObject([{ phase: 'start', nested: true }]);
    expect(run.take({ type: 'tool_execution_end', ...call, isError: false })).toMatchObject([
      { phase: 'end', ok: true, nested: true },
      { type: 'file', path: '/home/ada/x' },
    ]);
  });

  it.each([
    ['that failed', 'write', true],
    ['of another tool', 'read', false],
    ['without a verdict', 'write', undefined],
  ])('tells no file for a call %s', (_case, toolName, isError) => {
    const run = new Run('/home/ada');
    run.take({ type: 'tool_execution_start', toolCallId: 'c', toolName, args: { path: 'a' } });
    const end = run.take({ type: 'tool_execution_end', toolCallId: 'c', toolName, isError });
    expect(end.map(({ type }) => type)).toEqual(['tool']);
  });

  it('says how compaction went, and adds what it cost', () => {
    const run = new Run('/home/ada');
    const result = { tokensBefore: 900, usage: { input: 10, output: 2, cost: { total: 0.5 } } };
    const summary =
      "pi replaced the conversation of 900 tokens by a summary because it no longer fitted (the model's context window)";
    expect(run.take({ type: 'compaction_end', reason: 'overflow', aborted: false, result })).toEqual([
      { type: 'usage', scope: 'step', input: 10, output: 2, cost: 0.5 },
      { type: 'notice', level: 'info', text: summary },
    ]);
    expect(run.take({ type: 'compaction_end', reason: 'threshold', aborted: true })).toEqual([]);
    const failed = run.take({ type: 'compaction_end', reason: 'threshold', aborted: false, errorMessage: 'No.' });
    expect(failed).toMatchObject([{ level: 'warning' }]);
  });
});

describe('readUsage', () => {
  it('counts cached tokens as read', () => {
    const usage = { input: 500, cacheRead: 1500, cacheWrite: 7, output: 3, cost: { total: 0.25 } };
    expect(readUsage(usage)).toEqual([{ type: 'usage', scope: 'step', input: 2007, output: 3, cost: 0.25 }]);
  });

  it('leaves out what is not known', () => {
    const unpriced = readUsage({ input: 5, output: 3, cost: { total: 0 } });
    expect(unpriced).toEqual([{ type: 'usage', scope: 'step', input: 5, output: 3 }]);
    expect(readUsage({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, cost: { total: 0 } })).toEqual([]);
    expect(readUsage(undefined)).toEqual([]);
    expect(readUsage({ input: -5, output: '3' })).toEqual([]);
  });
});
