import { describe, expect, it } from 'vitest';
import {
  api,
  asks,
  assistant,
  begin,
  init,
  initialized,
  notices,
  OTHER,
  result,
  running,
  SESSION,
  settled,
  stopped,
  success,
  written,
} from './hand-wire.js';

describe('the handshake', () => {
  it('comes first, and a new session is not known by it', () => {
    const { opened, hear } = begin();
    expect(written(opened)).toEqual([
      { type: 'control_request', request_id: 'initialize-1', request: { subtype: 'initialize' } },
    ]);
    expect(hear(initialized())).toEqual([{ type: 'ready' }]);
  });

  it('names the session that is continued', () => {
    expect(begin({ session: SESSION }).hear(initialized())).toEqual([
      { type: 'session', id: SESSION },
      { type: 'ready' },
    ]);
  });

  it('says so when claude goes on in another session than the one it was to continue', () => {
    const { codec, hear, task } = begin({ session: SESSION });
    hear(initialized());
    codec.prompt(task('go on'));
    expect(hear(init({ session_id: OTHER }))[0]).toEqual({ type: 'session', id: OTHER });
    const early = begin({ session: SESSION });
    expect(early.hear({ type: 'system', subtype: 'hook_started', session_id: OTHER })).toEqual([
      { type: 'session', id: OTHER, fresh: true },
    ]);
  });

  it.each([
    [
      'an error',
      { type: 'control_response', response: { subtype: 'error', request_id: 'initialize-1', error: 'No.\nNever.' } },
      { class: 'protocol', message: 'claude refused the handshake: No' },
    ],
    ['a good result', success(), { class: 'protocol', message: 'claude answered the handshake with a result' }],
    [
      'a result that claude is not logged in',
      success({ is_error: true, result: 'Not logged in · Please run /login' }),
      { class: 'auth', remedy: expect.stringContaining('log in with /login') },
    ],
    [
      'a result that the session is not known',
      result({
        subtype: 'error_during_execution',
        is_error: true,
        errors: [`No conversation found with session ID: ${OTHER}`],
      }),
      { class: 'session-unknown' },
    ],
  ])('fails on %s, and says nothing after that', (_, frame, failure) => {
    const { codec, hear } = begin();
    expect(hear(frame)).toMatchObject([{ type: 'settled', outcome: 'failed', failure }]);
    expect(hear(success())).toEqual([]);
    expect(codec.exit({ code: 1, signal: null, stderr: 'Error: something' })).toEqual([]);
  });

  it('fails with what stderr says when claude ends during it', () => {
    const stderr = '(node:1) Warning: old\nerror: unknown option --permission-prompt-tool\n';
    expect(begin().codec.exit({ code: 1, signal: null, stderr })).toMatchObject([
      { failure: { class: 'agent', remedy: expect.stringContaining('install a version') } },
    ]);
  });

  it('passes the reason on to the prompt when the session turns out to be unknown after it', () => {
    const { codec, hear, task } = begin({ session: SESSION });
    hear(initialized());
    const errors = [`No conversation found with session ID: ${SESSION}`];
    hear(result({ subtype: 'error_during_execution', is_error: true, errors }));
    expect(codec.prompt(task('go on'))).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
  });
});

describe('the end of a prompt', () => {
  it('is completed only by a success that says so and has an answer', () => {
    expect(settled(running().hear(success()))).toEqual({ type: 'settled', outcome: 'completed', answer: 'Done.' });
    expect(settled(running().hear(success({ result: '' })))).toMatchObject({ outcome: 'completed', answer: '' });
  });

  it.each([
    ['a success that calls itself an error', success({ is_error: true }), 'agent'],
    [
      'an error of the API, told by its status',
      success({ is_error: true, result: 'No.', api_error_status: 401 }),
      'auth',
    ],
    ['a limit, told by its status', success({ is_error: true, api_error_status: 429, result: 'Hit it.' }), 'rate'],
    ['a success without an answer', success({ result: undefined }), 'protocol'],
    ['a success that does not say whether it is one', success({ is_error: undefined }), 'agent'],
    ['an unknown subtype', result({ subtype: 'error_of_tomorrow', is_error: true }), 'protocol'],
    ['no subtype', result({ is_error: false, result: 'Done.' }), 'protocol'],
    ['a budget', result({ subtype: 'error_max_budget_usd', is_error: true }), 'limit'],
    ['too many turns', result({ subtype: 'error_max_turns', is_error: true }), 'limit'],
    ['output of no form', result({ subtype: 'error_max_structured_output_retries', is_error: true }), 'model'],
    ['a stop that nobody asked for', stopped(), 'agent'],
  ])('is a failure for %s', (_, frame, kind) => {
    const actions = running().hear(frame);
    expect(settled(actions)).toMatchObject({ outcome: 'failed', failure: { class: kind } });
    expect(settled(actions)).not.toHaveProperty('answer');
    expect(actions.at(-1)).toEqual({ type: 'ready' });
  });

  it.each([
    ['says that it succeeded', '{"type":"result","subtype":"success","is_error":false,"result":"long', 'completed'],
    ['says so in another order', '{"is_error":false,"subtype":"success","result":"long', 'completed'],
    ['says that it failed', '{"subtype":"error_during_execution","is_error":true,"errors":["', 'failed'],
    ['says nothing', '{"uuid":"1","session_id":"2","notes":"long', 'failed'],
  ])('is believed when it was too long and its beginning %s', (_, head, outcome) => {
    expect(settled(running().codec.lost(head))).toMatchObject({ outcome });
  });

  it.each([
    '{"type":"user","message":{"content":"{\\"subtype\\":\\"success\\",\\"is_error\\":false',
    '{"message":{"role":"user","content":[{"type":"tool_result","content":"long',
    '{"session_id":"1","event":{"type":"content_block_delta","delta":{"text":"long',
  ])('is not taken from another frame that was too long: %s', (head) => {
    expect(running().codec.lost(head)).toEqual([]);
  });

  it('comes once, and a late result is counted as unknown', () => {
    const { hear } = running();
    hear(success());
    expect(hear(success())).toEqual([{ type: 'unknown', frame: 'result' }]);
  });

  it('is not that of a task that ran in the background', () => {
    const { hear } = running();
    expect(hear(success({ result: '', origin: { kind: 'task-notification' } }))).toEqual([]);
    expect(settled(hear(success({ origin: { kind: 'human' } })))).toMatchObject({ answer: 'Done.' });
  });

  it('of a command of its own is no answer of a model, and the report says so', () => {
    const { codec, hear, task } = running();
    hear(success({ usage: { input_tokens: 9, output_tokens: 1 } }));
    codec.prompt(task('/cost now'));
    hear(init());
    expect(notices(hear(success({ result: '$1', usage: { input_tokens: 0, output_tokens: 0 } })))[0]).toContain(
      '"/cost"',
    );
    codec.prompt(task('/review it'));
    expect(notices(hear(success({ usage: { input_tokens: 9, output_tokens: 1 } })))).toEqual([]);
    codec.prompt(task('say /cost'));
    expect(notices(hear(success()))).toEqual([]);
  });

  it('says that an answer is cut, and that it does not have the form that was asked for', () => {
    expect(notices(running().hear(success({ stop_reason: 'max_tokens' })))[0]).toContain('The answer is cut');
    const { hear } = running({ options: { output_schema: { type: 'object' } } });
    const actions = hear(success());
    expect(notices(actions)[0]).toContain('output_schema');
    expect(settled(actions)).toMatchObject({ answer: 'Done.' });
  });

  it('names the calls that were denied, once each, and not those that a person denied', () => {
    const { codec, hear, task } = running();
    const denied = (tool_name: string, tool_use_id: string) => ({ tool_name, tool_use_id, tool_input: {} });
    hear(asks('Bash', 'ask-1', 'call-1'));
    codec.answer?.('ask-1', false, 'no');
    const list = [
      denied('Bash', 'call-1'),
      denied('Edit', 'call-2'),
      denied('Edit', 'call-3'),
      denied('Write', 'call-4'),
    ];
    const [notice] = notices(hear(success({ permission_denials: list })));
    expect(notice).toContain('did not permit: Edit×2, Write.');
    codec.prompt(task('again'));
    expect(notices(hear(success({ permission_denials: list })))).toEqual([]);
  });
});

describe('a stop', () => {
  it('waits for the beginning of the prompt, and is written once', () => {
    const { codec, hear, task } = begin();
    hear(initialized());
    codec.prompt(task('do it'));
    expect(codec.interrupt?.()).toEqual([]);
    expect(codec.interrupt?.()).toEqual([]);
    expect(written(hear(init()))).toMatchObject([{ request: { subtype: 'interrupt' } }]);
    expect(codec.interrupt?.()).toEqual([]);
    expect(hear(stopped()).slice(-2)).toEqual([{ type: 'settled', outcome: 'interrupted' }, { type: 'ready' }]);
  });

  it('goes out as soon as the model is asked, whichever frame says so', () => {
    const { codec, hear, task } = begin();
    hear(initialized());
    hear(init());
    codec.prompt(task('do it'));
    codec.interrupt?.();
    expect(written(hear({ type: 'system', subtype: 'status', status: null }))).toEqual([]);
    expect(written(hear({ type: 'system', subtype: 'status', status: 'requesting' }))).toHaveLength(1);
  });

  it('is written again when it hit something that was not the prompt', () => {
    const { codec, hear } = running();
    expect(written(codec.interrupt?.() ?? [])).toHaveLength(1);
    expect(hear(stopped({ origin: { kind: 'task-notification' } }))).toEqual([]);
    expect(written(hear(init()))).toMatchObject([{ request: { subtype: 'interrupt' } }]);
    expect(settled(hear(stopped()))).toEqual({ type: 'settled', outcome: 'interrupted' });
  });

  it('that comes too late leaves a completed prompt, and does not hit the next', () => {
    const { codec, hear, task } = running();
    codec.interrupt?.();
    expect(settled(hear(success({ terminal_reason: 'completed' })))).toMatchObject({ outcome: 'completed' });
    codec.prompt(task('next'));
    expect(written(hear(init()))).toEqual([]);
  });

  it.each([
    [
      'a result without a reason',
      result({ subtype: 'error_during_execution', is_error: true, errors: [] }),
      'interrupted',
    ],
    ['a result that calls itself a success', success({ terminal_reason: 'interrupted', result: 'x' }), 'interrupted'],
    ['an error of the API', success({ is_error: true, api_error_status: 401, result: 'No.' }), 'failed'],
  ])('ends with %s as %s', (_, frame, outcome) => {
    const { codec, hear } = running();
    codec.interrupt?.();
    expect(settled(hear(frame))).toMatchObject({ outcome });
  });

  it('is fulfilled by the end of the process', () => {
    const { codec } = running();
    codec.interrupt?.();
    expect(codec.exit({ code: 143, signal: null, stderr: '' })).toEqual([{ type: 'settled', outcome: 'interrupted' }]);
  });

  it('that claude refuses is a warning', () => {
    const { codec, hear } = running();
    const [request] = written(codec.interrupt?.() ?? []);
    const error = { subtype: 'error', request_id: request.request_id, error: 'Not now.' };
    expect(notices(hear({ type: 'control_response', response: error }))).toEqual([
      'claude refused to interrupt the prompt: Not now.',
    ]);
  });
});

describe('questions of claude', () => {
  it('are answered with what was decided, an allowance with the input that was shown', () => {
    const { codec, hear } = running();
    expect(hear(asks('Bash'))).toEqual([{ type: 'approval', id: 'ask-1', tool: 'Bash', input: { command: 'ls' } }]);
    const response = (behavior: object) => ({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'ask-1', response: behavior },
    });
    expect(written(codec.answer?.('ask-1', true, '') ?? [])).toEqual([
      response({ behavior: 'allow', updatedInput: { command: 'ls' } }),
    ]);
    hear(asks('Bash'));
    expect(written(codec.answer?.('ask-1', false, 'Use git.') ?? [])).toEqual([
      response({ behavior: 'deny', message: 'Use git.' }),
    ]);
  });

  it('are withdrawn when the call ends, when claude takes them back, and before the prompt settles', () => {
    const { codec, hear } = running();
    hear(asks('Edit'));
    const ended = { type: 'tool_result', tool_use_id: 'call-1', is_error: true, content: 'no' };
    expect(hear({ type: 'user', message: { content: [ended] } }).map(({ type }) => type)).toEqual([
      'tool',
      'withdrawn',
    ]);
    expect(codec.answer?.('ask-1', true, '')).toEqual([]);
    hear(asks('Edit', 'ask-2'));
    expect(hear({ type: 'control_cancel_request', request_id: 'ask-2' })).toEqual([{ type: 'withdrawn', id: 'ask-2' }]);
    hear(asks('Edit', 'ask-3'));
    expect(
      hear(success())
        .map(({ type }) => type)
        .slice(-3),
    ).toEqual(['withdrawn', 'settled', 'ready']);
  });

  it('that nobody may answer are denied at once', () => {
    const denied = (actions: Parameters<typeof written>[0]) => written(actions)[0]?.response.response.behavior;
    expect(denied(running().hear(asks('AskUserQuestion')))).toBe('deny');
    expect(denied(running({ options: { allowed_tools: 'Read' } }).hear(asks('Edit')))).toBe('deny');
    expect(running({ options: { allowed_tools: 'Agent' } }).hear(asks('Task'))[0]?.type).toBe('approval');
    const { codec, hear } = begin();
    hear(initialized());
    expect(denied(hear(asks('Edit')))).toBe('deny');
    const head = '{"request_id":"ask-9","type":"control_request","request":{"subtype":"can_use_tool","input":"';
    expect(denied(codec.lost(head))).toBe('deny');
  });

  it.each(['hook_callback', 'mcp_message', 'elicitation', 'a_request_of_tomorrow'])(
    'of the kind %s are refused at once',
    (subtype) => {
      const actions = running().hear({ type: 'control_request', request_id: 'q', request: { subtype } });
      expect(written(actions)).toMatchObject([{ response: { subtype: 'error', request_id: 'q' } }]);
    },
  );
});

describe('what claude may do', () => {
  it.each([
    ['yolo', 'bypassPermissions'],
    ['default', 'default'],
    ['default', 'manual'],
    ['auto-edit', 'acceptEdits'],
    ['plan', 'plan'],
    ['auto', 'auto'],
  ] as const)('is %s when it says %s', (approval_mode, permissionMode) => {
    const { codec, hear, task } = begin({ options: { approval_mode } });
    hear(initialized());
    codec.prompt(task('do it'));
    expect(hear(init({ permissionMode })).map(({ type }) => type)).toEqual(['session', 'model']);
  });

  it.each([
    ['default', 'acceptEdits'],
    ['plan', 'default'],
    ['auto-edit', 'bypassPermissions'],
    ['auto', 'a mode of tomorrow'],
  ] as const)('was to be %s, and is not left to be %s', (approval_mode, permissionMode) => {
    const { codec, hear, task } = begin({ options: { approval_mode } });
    hear(initialized());
    codec.prompt(task('do it'));
    const actions = hear(init({ permissionMode }));
    expect(actions.map(({ type }) => type)).toEqual(['session', 'model', 'send', 'settled']);
    expect(settled(actions)).toMatchObject({
      failure: { class: 'protocol', message: expect.stringContaining(permissionMode) },
    });
    expect(hear(stopped())).toEqual([]);
  });

  it('is known before the first prompt, where claude says it then', () => {
    const { codec, hear, task } = begin({ options: { approval_mode: 'default' } });
    hear(initialized());
    expect(settled(hear(init()))).toBeUndefined();
    expect(codec.prompt(task('do it'))).toMatchObject([{ type: 'settled', failure: { class: 'protocol' } }]);
  });

  it('may be less than was asked for, and the report says so once', () => {
    const { codec, hear, task } = begin({ options: { approval_mode: 'auto' } });
    hear(initialized());
    codec.prompt(task('do it'));
    expect(notices(hear(init({ permissionMode: 'default' })))[0]).toContain('allows less than approval_mode "auto"');
    hear(success());
    codec.prompt(task('again'));
    expect(notices(hear(init({ permissionMode: 'default' })))).toEqual([]);
  });

  it('is limited to the tools that were named, or the prompt ends', () => {
    const { codec, hear, task } = begin({ options: { allowed_tools: 'Read,Agent', output_schema: {} } });
    hear(initialized());
    codec.prompt(task('do it'));
    const kept = hear(init({ tools: ['Read', 'Task', 'StructuredOutput'] }));
    expect(kept.map(({ type }) => type)).toEqual(['session', 'model']);
    hear(success());
    codec.prompt(task('again'));
    const actions = hear(init({ tools: ['Read', 'Bash', 'mcp__x__y'] }));
    expect(settled(actions)).toMatchObject({ failure: { message: expect.stringContaining('Bash, mcp__x__y') } });
    expect(written(actions)).toMatchObject([{ request: { subtype: 'interrupt' } }]);
    const lost = begin({ options: { allowed_tools: 'Read' } });
    lost.hear(initialized());
    lost.codec.prompt(lost.task('do it'));
    expect(settled(lost.codec.lost('{"type":"system","subtype":"init","tools":["'))).toMatchObject({
      outcome: 'failed',
    });
  });
});

describe('what claude says', () => {
  it('is published once, streamed or whole', () => {
    const { hear } = running();
    hear(api({ type: 'message_start', message: { id: 'msg-1', model: 'm-1' } }));
    hear(api({ type: 'content_block_start' }));
    const delta = hear(api({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'One.' } }));
    expect(delta).toEqual([{ type: 'text', channel: 'answer', text: 'One.' }]);
    expect(hear(assistant([{ type: 'text', text: 'One.' }]))).toEqual([]);
    const whole = assistant([{ type: 'text', text: 'Two.' }], {
      message: { id: 'msg-2', content: [{ type: 'text', text: 'Two.' }] },
    });
    expect(hear(whole)).toEqual([{ type: 'text', channel: 'answer', text: '\n\nTwo.' }]);
    const thought = { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm.' } };
    expect(hear(api(thought))).toEqual([{ type: 'text', channel: 'thought', text: 'Hm.' }]);
    expect(hear(api({ type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{' } }))).toEqual(
      [],
    );
  });

  it('by itself about an error is no text of the model, nor is claude a model', () => {
    const { hear } = running();
    const message = { id: 'x', model: '<synthetic>', content: [{ type: 'text', text: 'Invalid API key' }] };
    expect(hear({ type: 'assistant', error: 'authentication_failed', message })).toEqual([]);
    expect(hear({ type: 'assistant', message }).map(({ type }) => type)).toEqual(['text']);
  });

  it('of a sub-agent is activity, and its text is not', () => {
    const { hear } = running();
    const content = [
      { type: 'text', text: 'inside' },
      { type: 'tool_use', id: 'call-7', name: 'Write', input: { file_path: '/project/a' } },
    ];
    expect(hear(assistant(content, { parent_tool_use_id: 'call-1' }))).toMatchObject([{ type: 'tool', nested: true }]);
    const block = { type: 'tool_result', tool_use_id: 'call-7', content: 'ok' };
    expect(hear({ type: 'user', message: { content: [block] } })).toMatchObject([
      { type: 'tool', phase: 'end', name: 'Write', ok: true, nested: true },
      { type: 'file', path: '/project/a' },
    ]);
  });

  it('is passed over where it is known to mean nothing, and counted where it is not', () => {
    const { hear } = running();
    expect(hear({ type: 'keep_alive' })).toEqual([]);
    expect(hear({ type: 'rate_limit_event', rate_limit_info: {} })).toEqual([]);
    expect(hear({ type: 'system', subtype: 'status', status: 'requesting' })).toEqual([]);
    expect(hear({ type: 'system', subtype: 'news' })).toEqual([{ type: 'unknown', frame: 'system/news' }]);
    expect(hear({ type: 'news' })).toEqual([{ type: 'unknown', frame: 'news' }]);
    expect(hear('half a li')).toEqual([{ type: 'unknown', frame: 'not JSON' }]);
  });
});
