import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  cut,
  empty,
  hang,
  hold,
  length,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
  unfinished,
} from '../src/index.js';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel();
});
afterEach(async () => {
  await model.close();
});

type Message = { role: string; content: unknown };
const user = (content: unknown): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

function post(messages: readonly Message[], signal?: AbortSignal, stream = true): Promise<Response> {
  return fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-1', stream, stream_options: { include_usage: true }, messages }),
    ...(signal === undefined ? {} : { signal }),
  });
}

interface Chunk {
  choices: {
    delta: {
      content?: string;
      reasoning_content?: string;
      tool_calls?: { index: number; function: { name?: string; arguments: string } }[];
    };
    finish_reason: string | null;
  }[];
  usage?: Record<string, unknown>;
}

async function chunks(response: Response): Promise<Chunk[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

async function said(messages: readonly Message[]): Promise<string> {
  const response = await post(messages);
  if (!response.ok) return `HTTP ${response.status}`;
  return (await chunks(response)).map(({ choices }) => choices[0]?.delta.content ?? '').join('');
}

test('streams text, reasoning, parallel tools, the finish reason and the usage', async () => {
  model.script('go', [
    tools(
      [
        { name: 'first', arguments: { a: 1 } },
        { name: 'second', arguments: { b: 'x'.repeat(50) } },
      ],
      { text: 'Two at once.', thinking: 'Why not.', usage: { input: 7, cached: 3, output: 2, reasoning: 1 } },
    ),
  ]);
  const list = await chunks(await post([user('go')]));
  const deltas = list.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('Why not.');
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('Two at once.');
  const calls = deltas.flatMap((delta) => delta.tool_calls ?? []);
  expect(calls.flatMap((call) => call.function.name ?? [])).toEqual(['first', 'second']);
  const second = calls.filter(({ index }) => index === 1).map((call) => call.function.arguments);
  expect(JSON.parse(second.join(''))).toEqual({ b: 'x'.repeat(50) });
  expect(list.flatMap(({ choices }) => choices.flatMap((choice) => choice.finish_reason ?? []))).toEqual([
    'tool_calls',
  ]);
  expect(list.at(-1)?.usage).toMatchObject({
    prompt_tokens: 7,
    completion_tokens: 2,
    total_tokens: 9,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 1 },
  });
});

test('answers a request that does not stream, with the default usage', async () => {
  model.script('go', [text('Whole.')]);
  const answer = await (await post([user('go')], undefined, false)).json();
  expect(answer).toMatchObject({
    choices: [{ message: { content: 'Whole.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 5 },
  });
});

test('a long text comes whole', async () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word ${index}`).join(', ');
  model.script('long', [text(words)]);
  expect(await said([user('long')])).toBe(words);
});

test('takes the step that follows the answers after the prompt', async () => {
  model.script('go', [tool('a', {}), text('two'), text('three')]);
  const rounds = [user('go'), assistant('x'), { role: 'tool', content: 'r' }];
  await said([user('go')]);
  expect(await said(rounds)).toBe('two');
  expect(await said(rounds)).toBe('two');
  expect(await said([...rounds, assistant('y')])).toBe('three');
  expect(await said([...rounds, assistant('y'), assistant('z')])).toBe('three');
});

test('a script that comes into a running conversation starts from its first step', async () => {
  model.script('go', [text('one'), text('two')]);
  expect(await said([user('go'), assistant('x')])).toBe('one');
  expect(await said([user('go'), assistant('x'), assistant('y')])).toBe('two');
});

test('a prompt said again in one conversation starts from the first step', async () => {
  model.script('go', [text('one'), text('two')]);
  expect(await said([user('go')])).toBe('one');
  expect(await said([user('go'), assistant('one'), user('go')])).toBe('one');
  expect(await said([user('go'), assistant('one'), user('go'), assistant('one')])).toBe('two');
});

test('the newest prompt decides, reminders and context around it do not', async () => {
  model.script('alpha', [text('A')]);
  model.script('beta', [text('B')]);
  const reminder = [{ type: 'text', text: '<system-reminder>alpha</system-reminder>' }];
  expect(await said([user('alpha'), assistant('A'), user('beta'), user(reminder)])).toBe('B');
  expect(model.requests[0]?.text).toBe('beta');
  model.script(/^be/, [text('newer')]);
  expect(await said([user('beta')])).toBe('newer');
});

test('failures move on when asked again, delivered answers do not', async () => {
  model.script('go', [
    status(429, 'slow down'),
    status(500),
    cut(),
    empty(),
    unfinished('half'),
    length('long'),
    text('fine'),
  ]);
  const told: string[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    told.push(await said([user('go')]).catch(() => 'broken'));
  }
  expect(told).toEqual(['HTTP 429', 'HTTP 500', 'broken', '', 'half', 'long', 'fine', 'fine']);
  expect(model.requests.map(({ outcome }) => outcome)).toEqual([
    'answered',
    'answered',
    'cut',
    ...Array(5).fill('answered'),
  ]);
});

test('an unfinished stream names no reason, one at the limit says length', async () => {
  model.script('half', [unfinished('half')]);
  model.script('limit', [length('lim')]);
  const reasons = async (prompt: string) =>
    (await chunks(await post([user(prompt)]))).flatMap(({ choices }) =>
      choices.flatMap((choice) => choice.finish_reason ?? []),
    );
  expect(await reasons('half')).toEqual([]);
  expect(await reasons('limit')).toEqual(['length']);
});

test('says what the failure is, in the words of an OpenAI server', async () => {
  model.script('go', [status(401, 'no such key', { code: 'invalid_api_key', headers: { 'x-scripted': 'yes' } })]);
  const response = await post([user('go')]);
  expect(response.status).toBe(401);
  expect(response.headers.get('x-scripted')).toBe('yes');
  expect(await response.json()).toEqual({
    error: { message: 'no such key', type: 'authentication_error', param: null, code: 'invalid_api_key' },
  });
});

test('holds an answer after its first words', async () => {
  const held = hold({ firstWords: 'Now. ', rest: 'Later.', tools: [{ name: 'a', arguments: {} }] });
  model.script('go', [held]);
  const response = await post([user('go')]);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  while (!heard.includes('Now. ')) heard += (await reader?.read())?.value ?? '';
  await held.started;
  expect(held.waiting).toBe(1);
  expect(heard).not.toContain('Later.');
  held.release();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) heard += part.value;
  expect(heard).toContain('Later.');
  expect(heard).toContain('"tool_calls"');
  expect(await model.requests[0]?.ended).toBe('answered');
  expect(await said([user('go')])).toBe('Now. Later.');
});

test('holds an answer before any byte, and several requests at once', async () => {
  const held = hold({ beforeAnyByte: true, rest: 'Free.' });
  model.script('go', [held]);
  let answered = 0;
  const both = [1, 2].map(async () => {
    const words = await said([user('go')]);
    answered += 1;
    return words;
  });
  await model.waitForRequest(() => held.waiting === 2);
  expect(answered).toBe(0);
  held.release();
  expect(await Promise.all(both)).toEqual(['Free.', 'Free.']);
});

test.each([
  ['hang before any byte', hang()],
  ['hang after words', hang({ firstWords: 'Well' })],
  ['hold', hold()],
])('sees the client go away: %s, and then takes the next step', async (_name, step) => {
  model.script('go', [step, text('again')]);
  const client = new AbortController();
  const answer = post([user('go')], client.signal).then((response) => response.text());
  const request = await model.waitForRequest('go');
  if (step.kind === 'hold') await step.started;
  client.abort();
  await expect(answer).rejects.toThrow();
  expect(await request.ended).toBe('client-closed');
  expect(await said([user('go')])).toBe('again');
});

test('closing the model ends what it holds', async () => {
  model.script('go', [hang()]);
  const answer = post([user('go')]);
  const request = await model.waitForRequest('go');
  await model.close();
  await expect(answer).rejects.toThrow();
  expect(await request.ended).toBe('server-closed');
});

test('refuses what no script matches, what ran out, and what is no request', async () => {
  const unknown = await post([user('what?')]);
  expect([unknown.status, await unknown.text()]).toEqual([
    400,
    expect.stringContaining('No script matches the prompt \\"what?\\"'),
  ]);
  model.script('go', [tool('a', {})]);
  await said([user('go')]);
  const over = await post([user('go'), assistant('')]);
  expect([over.status, await over.text()]).toEqual([400, expect.stringContaining('has run out')]);
  const broken = await fetch(`${model.baseUrl}/chat/completions`, { method: 'POST', body: '{' });
  expect(broken.status).toBe(400);
  expect(() => model.script('none', [])).toThrow(TypeError);
  expect(() => tools([])).toThrow(TypeError);
});

test('a script can be taken out, and counts its requests', async () => {
  const script = model.script('go', [text('there')]);
  expect(await said([user('go')])).toBe('there');
  expect(script.requests.map((request) => request.text)).toEqual(['go']);
  script.remove();
  expect(await said([user('go')])).toBe('HTTP 400');
});

test('waitForRequest says what came in instead', async () => {
  await said([user('something else')]);
  await expect(model.waitForRequest('go', 20)).rejects.toThrow(/fits go; 1 came in: \["something else"\]/);
});

test('lists its models, and serves the APIs that aimock has', async () => {
  const list = (await (await fetch(`${model.baseUrl}/models`)).json()) as { data: { id: string }[] };
  expect(list.data.map(({ id }) => id)).toEqual(['fake-1', 'fake-2']);
  model.fixtures.push({ match: { userMessage: 'bonjour' }, response: { content: 'salut' } });
  const anthropic = await fetch(`${model.baseUrl}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [user('bonjour')] }),
  });
  expect(await anthropic.json()).toMatchObject({ content: [{ type: 'text', text: 'salut' }] });
});
