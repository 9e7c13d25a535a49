import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  hang,
  hold,
  length,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  unfinished,
} from '../src/index.js';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel();
});
afterEach(async () => {
  await model.close();
});

const said = (role: string, words: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
});

function post(input: readonly object[], more: object = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${model.baseUrl}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-1', stream: true, instructions: 'Be good.', input, ...more }),
    ...(signal === undefined ? {} : { signal }),
  });
}

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly item?: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
}

async function events(response: Response): Promise<StreamEvent[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

const words = (list: readonly StreamEvent[]) =>
  list.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? (delta ?? '') : [])).join('');

test('streams reasoning, text and usage', async () => {
  model.script('go', [
    text('Four.', { thinking: 'Two and two.', usage: { input: 7, cached: 3, output: 2, reasoning: 1 } }),
  ]);
  const list = await events(await post([said('user', 'go')]));
  expect(words(list)).toBe('Four.');
  expect(list.find(({ type }) => type === 'response.reasoning_summary_text.delta')?.delta).toBe('Two and two.');
  expect(list.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item?.type] : []))).toEqual([
    'reasoning',
    'message',
  ]);
  expect(list.at(-1)).toMatchObject({
    type: 'response.completed',
    response: {
      status: 'completed',
      usage: { input_tokens: 7, input_tokens_details: { cached_tokens: 3 }, output_tokens: 2, total_tokens: 9 },
    },
  });
});

test('calls tools as they were offered: functions, free-form ones, and those in a namespace', async () => {
  const tools = [
    { type: 'function', name: 'plain' },
    { type: 'custom', name: 'patch' },
    { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn' }] },
  ];
  model.script('go', [
    tool('plain', { a: 1 }),
    tool('patch', { input: '*** Begin' }),
    tool('spawn', { b: 2 }),
    text('Done.'),
  ]);
  const input: object[] = [said('user', 'go')];
  for (const expected of [
    { type: 'function_call', name: 'plain', arguments: '{"a":1}' },
    { type: 'custom_tool_call', name: 'patch', input: '*** Begin' },
    { type: 'function_call', name: 'spawn', namespace: 'agents', arguments: '{"b":2}' },
  ]) {
    const item = (await events(await post(input, { tools }))).find(
      ({ type }) => type === 'response.output_item.done',
    )?.item;
    expect(item).toMatchObject(expected);
    input.push({ ...item }, { type: 'function_call_output', call_id: item?.call_id, output: `from ${expected.name}` });
  }
  expect(words(await events(await post(input, { tools })))).toBe('Done.');
  expect(model.requests.at(-1)?.toolResults).toEqual(['from plain', 'from patch', 'from spawn']);
  expect(model.requests.at(-1)?.body.tools).toEqual(
    ['plain', 'patch', 'agents'].map((name) => ({ function: { name } })),
  );
});

test('finds the prompt among what an agent adds to it, and counts one answer of several items once', async () => {
  model.script('first', [text('One.'), text('Two.')]);
  const context = said('user', '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>');
  const reasoning = { type: 'reasoning', summary: [] };
  const image = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }],
  };
  await post([context, said('user', 'the first')]);
  const later = await post([context, said('user', 'the first'), reasoning, said('assistant', 'One.'), context, image]);
  expect(words(await events(later))).toBe('Two.');
  const journal = model.requests.at(-1);
  expect(journal?.images).toEqual(['data:image/png;base64,AA']);
  expect(model.requests[0]?.text).toBe('the first');
  expect(journal?.body.messages.map(({ role }) => role)).toEqual([
    'system',
    'system',
    'user',
    'assistant',
    'system',
    'user',
  ]);
});

test('fails, is cut short, stops in the middle, waits, and names what does not fit', async () => {
  model.script('refuse', [status(401, 'no key')]);
  model.script('limit', [length('As far as')]);
  model.script('break', [unfinished('I was')]);
  const refused = await post([said('user', 'refuse')]);
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { message: 'no key' } }]);
  expect((await events(await post([said('user', 'limit')]))).at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: { incomplete_details: { reason: 'max_output_tokens' } },
  });
  const broken = await events(await post([said('user', 'break')]));
  expect(words(broken)).toBe('I was');
  expect(broken.some(({ type }) => /done|completed/.test(type))).toBe(false);

  const held = hold({ firstWords: 'First ', rest: 'then.' });
  model.script('wait', [held]);
  const waiting = post([said('user', 'wait')]);
  await held.started;
  held.release();
  expect(words(await events(await waiting))).toBe('First then.');

  model.script('never', [hang({ firstWords: 'Well' })]);
  const leaving = new AbortController();
  const left = await post([said('user', 'never')], {}, leaving.signal);
  leaving.abort();
  await left.text().catch(() => undefined);
  const request = await model.waitForRequest('never');
  expect(await request.ended).toBe('client-closed');
  expect((await fetch(`${model.baseUrl}/responses`, { method: 'POST', body: '{}' })).status).toBe(400);
});
