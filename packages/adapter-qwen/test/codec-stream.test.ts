import type { Action, Event } from '@agentmount/core';
import { watchCodec } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { type QwenSetup, qwenSetup } from './qwen-setup.js';

const SESSION = '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10';
const OTHER = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

/** A codec that has said its first words, and short ways to speak with it. */
function begin(given: QwenSetup & { session?: string } = {}) {
  const setup = qwenSetup(given);
  const plan = given.session === undefined ? qwenAdapter.launch(setup) : qwenAdapter.resume(setup, given.session);
  const codec = watchCodec(qwenAdapter.parse(plan), { sessionId: qwenAdapter.sessionId });
  const hear = (frame: unknown) => codec.frame(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const [hello] = codec.open();
  return { codec, hear, hello: written([hello as Action])[0], task: (text: string) => ({ ...setup, text }) };
}

/** The same, ready, with a prompt that qwen has begun. */
function running(given: QwenSetup & { session?: string } = {}) {
  const { codec, hear, task } = begin(given);
  hear(initialized({ session_id: given.session ?? SESSION }));
  codec.prompt(task('do it'));
  hear(init());
  return { codec, hear, task };
}

const initialized = (payload: object) => response('initialize-1', payload);
const response = (id: string, payload: object) => {
  return { type: 'control_response', response: { subtype: 'success', request_id: id, response: payload } };
};
const init = (more: object = {}) => {
  return { type: 'system', subtype: 'init', session_id: SESSION, model: 'm-1', permission_mode: 'yolo', ...more };
};
const result = (more: object) => {
  return { type: 'result', session_id: SESSION, num_turns: 1, permission_denials: [], ...more };
};
const success = (more: object = {}) => result({ subtype: 'success', is_error: false, result: 'Done.', ...more });
const asks = (tool: string, id = 'ask-1') => {
  const request = { subtype: 'can_use_tool', tool_name: tool, tool_use_id: 'call-1', input: { command: 'ls' } };
  return { type: 'control_request', request_id: id, request };
};
const written = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.type === 'send' ? [JSON.parse(action.line)] : []));
const settled = (actions: readonly Action[]) => actions.find(({ type }) => type === 'settled') as Event;

describe('the handshake', () => {
  it('comes first, and makes qwen wait for answers longer than core does', () => {
    expect(begin({ approvalMs: 300_000, options: { effort: 'max' } }).hello.request).toEqual({
      subtype: 'initialize',
      hooks: null,
      effort: 'max',
      timeout: { canUseTool: 330_000 },
    });
    expect(begin({ approvalMs: 600_000 }).hello.request.timeout.canUseTool).toBe(600_000);
  });

  it('says that an effort has no effect', () => {
    const { hear } = begin({ options: { effort: 'high' } });
    const status = { effort: 'high', applied: false, reason: 'thinking may be disabled' };
    const actions = hear(initialized({ session_id: SESSION, effort_status: status }));
    expect(actions.map(({ type }) => type)).toEqual(['session', 'notice', 'ready']);
    expect(JSON.stringify(actions)).toContain('thinking may be disabled');
  });

  it.each([
    [
      'an error',
      { type: 'control_response', response: { subtype: 'error', request_id: 'initialize-1', error: 'No.' } },
    ],
    ['no session id', initialized({})],
    ['a session id of another form', initialized({ session_id: '../../x' })],
  ])('fails on %s', (_, frame) => {
    expect(begin().hear(frame)).toMatchObject([{ type: 'settled', outcome: 'failed', failure: { class: 'protocol' } }]);
  });

  it('says so when qwen began another session than the one it was to continue', () => {
    const { hear } = begin({ session: SESSION });
    expect(hear(initialized({ session_id: OTHER }))[0]).toEqual({ type: 'session', id: OTHER, fresh: true });
  });

  it('fails with what a result says that comes in its place', () => {
    const { codec, hear } = begin();
    const error = { message: 'No auth type is selected. Please configure one.' };
    expect(hear(result({ subtype: 'error_during_execution', is_error: true, error }))).toMatchObject([
      { outcome: 'failed', failure: { class: 'auth' } },
    ]);
    expect(codec.exit({ code: 1, signal: null, stderr: '' })).toEqual([]);
    expect(begin().hear(success())).toMatchObject([{ outcome: 'failed', failure: { class: 'protocol' } }]);
  });

  it('fails with what stderr says when qwen ends during it', () => {
    const stderr = `Ripgrep not available: EACCES\nNo saved session found with ID ${SESSION}. Run qwen --resume.\n`;
    expect(begin({ session: SESSION }).codec.exit({ code: 1, signal: null, stderr })).toMatchObject([
      { outcome: 'failed', failure: { class: 'session-unknown' } },
    ]);
  });
});

describe('the end of a prompt', () => {
  it('is completed only by a success that says so and has an answer', () => {
    expect(settled(running().hear(success()))).toEqual({ type: 'settled', outcome: 'completed', answer: 'Done.' });
    expect(settled(running().hear(success({ result: '' })))).toMatchObject({ outcome: 'completed', answer: '' });
  });

  it.each([
    ['a success that calls itself an error', success({ is_error: true }), 'agent'],
    ['a success without an answer', success({ result: undefined }), 'protocol'],
    ['a success that does not say whether it is one', success({ is_error: undefined }), 'agent'],
    ['an unknown subtype', result({ subtype: 'error_max_turns', is_error: true }), 'protocol'],
    ['no subtype', result({ is_error: false, result: 'Done.' }), 'protocol'],
    [
      'a refused key',
      result({ subtype: 'error_during_execution', is_error: true, error: { message: '[API Error: 401 no]' } }),
      'auth',
    ],
    [
      'a cancel that nobody asked for',
      result({ subtype: 'error_during_execution', is_error: true, error: { message: 'Operation cancelled.' } }),
      'agent',
    ],
  ])('is a failure for %s', (_, frame, kind) => {
    const actions = running().hear(frame);
    expect(settled(actions)).toMatchObject({ outcome: 'failed', failure: { class: kind } });
    expect(settled(actions)).not.toHaveProperty('answer');
    expect(actions.at(-1)).toEqual({ type: 'ready' });
  });

  it.each([
    ['says that it succeeded', '{"type":"result","subtype":"success","is_error":false,"result":"long', 'completed'],
    ['says that it failed', '{"type":"result","subtype":"error_during_execution","is_error":true', 'failed'],
    ['says nothing', '{"type":"result",', 'failed'],
  ])('is believed when it was too long and its beginning %s', (_, head, outcome) => {
    expect(settled(running().codec.lost(head))).toMatchObject({ outcome });
  });

  it('is not taken from another frame that was too long', () => {
    expect(running().codec.lost('{"type":"user","message":{"subtype":"success","is_error":false')).toEqual([]);
  });

  it('comes once, and a late result is counted as unknown', () => {
    const { hear } = running();
    hear(success());
    expect(hear(success())).toEqual([{ type: 'unknown', frame: 'result' }]);
  });

  it('counts the denials of this prompt only, once each', () => {
    const { codec, hear, task } = running();
    const denied = { tool_name: 'edit', tool_use_id: 'call-1', tool_input: {} };
    const old = { tool_name: 'write_file', tool_use_id: 'call-0', tool_input: {} };
    const call = { type: 'tool_use', id: 'call-1', name: 'edit', input: {} };
    hear({ type: 'assistant', parent_tool_use_id: null, message: { content: [call] } });
    const notices = hear(success({ permission_denials: [old, denied] })).filter(({ type }) => type === 'notice');
    expect(JSON.stringify(notices)).toContain('did not permit: edit.');
    codec.prompt(task('again'));
    expect(hear(success({ permission_denials: [old, denied] })).filter(({ type }) => type === 'notice')).toEqual([]);
  });
});

describe('a stop', () => {
  it('waits for the beginning of the prompt, and is written once', () => {
    const { codec, hear, task } = begin();
    hear(initialized({ session_id: SESSION }));
    codec.prompt(task('do it'));
    expect(codec.interrupt?.()).toEqual([]);
    expect(codec.interrupt?.()).toEqual([]);
    expect(written(hear(init()))).toMatchObject([{ request: { subtype: 'interrupt' } }]);
    expect(codec.interrupt?.()).toEqual([]);
    const cancelled = { subtype: 'error_during_execution', is_error: true, error: { message: 'Operation cancelled.' } };
    expect(hear(result(cancelled)).slice(-2)).toEqual([{ type: 'settled', outcome: 'interrupted' }, { type: 'ready' }]);
  });

  it('that comes too late leaves a completed prompt, and does not hit the next', () => {
    const { codec, hear, task } = running();
    codec.interrupt?.();
    expect(settled(hear(success()))).toMatchObject({ outcome: 'completed' });
    codec.prompt(task('next'));
    expect(written(hear(init()))).toEqual([]);
  });

  it('is fulfilled by the end of the process', () => {
    const { codec } = running();
    codec.interrupt?.();
    expect(codec.exit({ code: 130, signal: null, stderr: '' })).toEqual([{ type: 'settled', outcome: 'interrupted' }]);
  });
});

describe('questions of qwen', () => {
  it('are answered with what was decided, without a changed input', () => {
    const { codec, hear } = running();
    expect(hear(asks('run_shell_command'))).toEqual([
      { type: 'approval', id: 'ask-1', tool: 'run_shell_command', input: { command: 'ls' } },
    ]);
    expect(written(codec.answer?.('ask-1', true, '') ?? [])).toEqual([
      {
        type: 'control_response',
        response: { subtype: 'success', request_id: 'ask-1', response: { behavior: 'allow' } },
      },
    ]);
  });

  it('are withdrawn when the call ends without an answer', () => {
    const { codec, hear } = running();
    hear(asks('edit'));
    const ended = { type: 'tool_result', tool_use_id: 'call-1', is_error: true, content: 'Control request timeout' };
    expect(hear({ type: 'user', message: { content: [ended] } }).map(({ type }) => type)).toEqual([
      'tool',
      'withdrawn',
    ]);
    expect(codec.answer?.('ask-1', true, '')).toEqual([]);
  });

  it('are withdrawn before the prompt settles, and when qwen cancels them', () => {
    const { hear } = running();
    hear(asks('edit', 'ask-1'));
    hear(asks('edit', 'ask-2'));
    expect(hear({ type: 'control_cancel_request', request_id: 'ask-1' })).toEqual([{ type: 'withdrawn', id: 'ask-1' }]);
    expect(
      hear(success())
        .map(({ type }) => type)
        .slice(-3),
    ).toEqual(['withdrawn', 'settled', 'ready']);
  });

  it('that nobody can answer are denied at once', () => {
    const denied = (actions: readonly Action[]) => written(actions)[0]?.response.response.behavior;
    expect(denied(running().hear(asks('ask_user_question')))).toBe('deny');
    expect(denied(running({ options: { allowed_tools: 'read_file' } }).hear(asks('edit')))).toBe('deny');
    const { codec, hear } = begin();
    hear(initialized({ session_id: SESSION }));
    expect(denied(hear(asks('edit')))).toBe('deny');
    const head = '{"type":"control_request","request_id":"ask-9","request":{"subtype":"can_use_tool","input":"';
    expect(denied(codec.lost(head))).toBe('deny');
  });

  it.each(['hook_callback', 'mcp_message', 'a_request_of_tomorrow'])(
    'of the kind %s are refused at once',
    (subtype) => {
      const actions = running().hear({ type: 'control_request', request_id: 'q', request: { subtype } });
      expect(written(actions)).toMatchObject([{ response: { subtype: 'error', request_id: 'q' } }]);
    },
  );
});

describe('a limit of tools', () => {
  it('that qwen does not keep to ends the prompt and the use of the process', () => {
    const { codec, hear, task } = begin({ options: { allowed_tools: 'read_file' } });
    hear(initialized({ session_id: SESSION }));
    codec.prompt(task('do it'));
    const actions = hear(init({ tools: ['read_file', 'mcp__x__y', 'tool_of_tomorrow'] }));
    expect(actions.map(({ type }) => type)).toEqual(['model', 'send', 'settled']);
    expect(JSON.stringify(settled(actions))).toContain('tool_of_tomorrow');
    expect(hear(success())).toEqual([]);
  });

  it('is not known to hold when the list of tools was lost', () => {
    const { codec, hear, task } = begin({ options: { allowed_tools: 'read_file' } });
    hear(initialized({ session_id: SESSION }));
    codec.prompt(task('do it'));
    expect(settled(codec.lost('{"type":"system","subtype":"init"'))).toMatchObject({ outcome: 'failed' });
  });
});

describe('lines that are no frames', () => {
  it.each(['', 'words', '5', 'null', '[]', '"text"', '{"type":', '{"type":"result"'])('%j is unknown', (line) => {
    expect(running().hear(line)).toEqual([{ type: 'unknown', frame: 'not JSON' }]);
  });

  it.each([{}, { type: 5 }, { type: 'hello' }, { type: 'system' }, { type: 'stream_event', event: 5 }])(
    '%j is unknown',
    (frame) => {
      expect(running().hear(frame)).toMatchObject([{ type: 'unknown' }]);
    },
  );
});

describe('the list of models', () => {
  it('fails with the reason, and the process can be prompted', () => {
    const { codec, hear } = begin();
    hear(initialized({ session_id: SESSION }));
    codec.models?.();
    const error = { subtype: 'error', request_id: 'models-2', error: { message: 'Unknown request.' } };
    expect(hear({ type: 'control_response', response: error })).toMatchObject([
      { outcome: 'failed' },
      { type: 'ready' },
    ]);
  });

  it('is given without the one in use when qwen does not tell', () => {
    const { codec, hear } = begin();
    hear(initialized({ session_id: SESSION }));
    codec.models?.();
    hear(response('models-2', { models: [{ id: 'a', label: 'a', contextWindowSize: 0 }, { label: 'no id' }, 5] }));
    const error = { subtype: 'error', request_id: 'current-3', error: 'no' };
    expect(hear({ type: 'control_response', response: error })).toEqual([{ type: 'models', models: [{ id: 'a' }] }]);
  });
});
