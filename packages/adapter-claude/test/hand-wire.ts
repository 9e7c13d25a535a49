import type { Action, Event } from '@agentmount/core';
import { watchCodec } from '@agentmount/core/testing';
import { claudeAdapter } from '../src/index.js';
import { type ClaudeSetup, claudeSetup } from './claude-setup.js';

export const SESSION = '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10';
export const OTHER = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

type Given = ClaudeSetup & { readonly session?: string };

/** A codec that has said its first words, and short ways to speak with it by hand. */
export function begin(given: Given = {}) {
  const setup = claudeSetup(given);
  const plan = given.session === undefined ? claudeAdapter.launch(setup) : claudeAdapter.resume(setup, given.session);
  const codec = watchCodec(claudeAdapter.parse(plan), { sessionId: claudeAdapter.sessionId });
  const hear = (frame: unknown) => codec.frame(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const opened = codec.open();
  return { codec, hear, opened, task: (text: string) => ({ ...setup, text }) };
}

/** The same, ready, with a prompt that claude has begun. */
export function running(given: Given = {}) {
  const { codec, hear, task } = begin(given);
  hear(initialized());
  codec.prompt(task('do it'));
  const said = hear(init());
  return { codec, hear, task, said };
}

export const initialized = (payload: object = {}) => {
  return { type: 'control_response', response: { subtype: 'success', request_id: 'initialize-1', response: payload } };
};
export const init = (more: object = {}) => {
  return {
    type: 'system',
    subtype: 'init',
    session_id: SESSION,
    model: 'm-1',
    permissionMode: 'bypassPermissions',
    ...more,
  };
};
export const result = (more: object) => {
  return { session_id: SESSION, num_turns: 1, permission_denials: [], ...more, type: 'result' };
};
export const success = (more: object = {}) => result({ subtype: 'success', is_error: false, result: 'Done.', ...more });
export const stopped = (more: object = {}) =>
  result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming', ...more });
export const asks = (tool: string, id = 'ask-1', call = 'call-1') => {
  const request = { subtype: 'can_use_tool', tool_name: tool, tool_use_id: call, input: { command: 'ls' } };
  return { type: 'control_request', request_id: id, request };
};
export const assistant = (content: readonly object[], more: object = {}) => {
  return {
    type: 'assistant',
    session_id: SESSION,
    parent_tool_use_id: null,
    message: { id: 'msg-1', content },
    ...more,
  };
};
export const api = (event: object) => {
  return { type: 'stream_event', session_id: SESSION, parent_tool_use_id: null, event };
};

export const written = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.type === 'send' ? [JSON.parse(action.line)] : []));
export const settled = (actions: readonly Action[]) => actions.find(({ type }) => type === 'settled') as Event;
export const notices = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.type === 'notice' ? [action.text] : []));
