import { asCount, asText, type Fields, fieldReader } from '@agentmount/core';
import type {
  CLIControlPermissionRequest,
  CLIControlRequest,
  CLIControlResponse,
  ContentBlock,
  ControlCancelRequest,
  ExtendedUsage,
  SDKAssistantMessage,
  SDKPartialAssistantMessage,
  SDKResultMessage,
  SDKSystemMessage,
  SDKUserMessage,
} from '@qwen-code/sdk';

/** The type of a frame of which only the beginning is there: qwen writes it first. */
export const lostType = (head: string): string | undefined => /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(head)?.[1];

/** `type` stands in every frame. */
export const frameType = (frame: Fields): string | undefined => asText(frame.type);

export const systemField = fieldReader<SDKSystemMessage>();
export const assistantField = fieldReader<SDKAssistantMessage>();
export const userField = fieldReader<SDKUserMessage>();
export const partialField = fieldReader<SDKPartialAssistantMessage>();
export const resultField = fieldReader<SDKResultMessage>();
export const messageField = fieldReader<SDKAssistantMessage['message']>();
const usageField = fieldReader<ExtendedUsage>();
export const blockField = fieldReader<ContentBlock>();
/** The types know no `goal_state` event (qwen 0.24.4 sends one in the first turn); its fields are not read. */
export const eventField = fieldReader<SDKPartialAssistantMessage['event']>();
export const deltaField = fieldReader<{ type: string; text: string; thinking: string }>();
export const errorField = fieldReader<{ message: string }>();
export const denialField = fieldReader<SDKResultMessage['permission_denials'][number]>();

export const requestField = fieldReader<CLIControlRequest>();
export const permissionField = fieldReader<CLIControlPermissionRequest>();
export const cancelField = fieldReader<ControlCancelRequest>();
export const responseField = fieldReader<CLIControlResponse['response']>();
/** The types leave the payload of a response open: these are the keys of three in qwen 0.24.4 (`initialize`, `get_available_models`, `get_context_usage`). */
export const payloadField = fieldReader<{
  session_id: string;
  effort_status: unknown;
  models: unknown;
  modelName: string;
}>();
export const effortField = fieldReader<{ effort: string; applied: boolean; override: unknown; reason: string }>();
export const modelField = fieldReader<{ id: string; label: string; contextWindowSize: number }>();
/** Data of `system` frames with subtype `retry` (not in the types, qwen 0.24.4). */
export const retryField = fieldReader<{ reason: string; attempt: number; maxRetries: number; delayMs: number }>();

/** Tokens of a `usage` object; undefined when qwen counted none, which means that they are unknown. */
export function readUsage(value: unknown): { readonly input: number; readonly output: number } | undefined {
  const input = asCount(usageField(value, 'input_tokens'));
  const output = asCount(usageField(value, 'output_tokens'));
  if (input === undefined || output === undefined) return undefined;
  return { input, output };
}

/**
 * One line for stdin. JSON alone does not keep it one: qwen reads lines with Node's `readline`, for which U+2028 and U+2029 end a
 * line as well (seen on Node 24), and a line that is no JSON ends qwen. NUL and lone surrogates leave as escapes.
 */
function toLine(frame: CLIControlRequest | CLIControlResponse | SDKUserMessage): string {
  return JSON.stringify(frame).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A request of ours. */
export function controlRequest(id: string, request: CLIControlRequest['request']): string {
  return toLine({ type: 'control_request', request_id: id, request });
}

/** The answer to a request that qwen made. */
export function controlResponse(id: string, response: unknown): string {
  return toLine({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
}

/** The refusal of a request that qwen made and that nobody here can answer. */
export function controlError(id: string, error: string): string {
  return toLine({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
}

/** One prompt. */
export function userMessage(content: string): string {
  return toLine({ type: 'user', session_id: '', message: { role: 'user', content }, parent_tool_use_id: null });
}
