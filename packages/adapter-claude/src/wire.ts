import { asCount, asList, asWord, fieldOf, type Image } from '@agentmount/core';

/*
 * The frames of claude's stream-json wire, as far as they are read here (claude 2.1.332). claude's own types are under terms that are
 * not open, so that they are not borrowed: these are written down from what the wire shows. Keys come in any order.
 */

/** In every frame. */
interface AnyFrame {
  readonly type: string;
  readonly subtype: string;
  readonly session_id: string;
  /** Of a sub-agent's frames: the call that started it. */
  readonly parent_tool_use_id: string | null;
}

interface InitFrame {
  readonly model: string;
  readonly permissionMode: string;
  readonly tools: readonly string[];
}

interface RetryFrame {
  readonly attempt: number;
  readonly max_retries: number;
  readonly retry_delay_ms: number;
  readonly error_status: number | null;
}

interface MessageFrame {
  readonly message: unknown;
  /** A word for what went wrong, where claude speaks and not its model. */
  readonly error: string;
}

interface Message {
  readonly id: string;
  readonly model: string;
  readonly content: unknown;
  readonly usage: unknown;
}

interface Block {
  readonly type: string;
  readonly text: string;
  readonly thinking: string;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly tool_use_id: string;
  readonly is_error: boolean;
}

/** An event of the model's API, in a `stream_event` frame. */
interface ApiEvent {
  readonly type: string;
  readonly message: unknown;
  readonly delta: unknown;
  readonly usage: unknown;
}

interface ResultFrame {
  readonly is_error: boolean;
  readonly result: string;
  readonly errors: readonly string[];
  readonly structured_output: unknown;
  readonly api_error_status: number | null;
  readonly terminal_reason: string;
  readonly stop_reason: string | null;
  readonly num_turns: number;
  readonly total_cost_usd: number;
  readonly usage: unknown;
  readonly permission_denials: unknown;
  /** What made claude work: a person's message unless it says something else. */
  readonly origin: unknown;
}

interface Usage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

interface ControlRequest {
  readonly subtype: string;
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly input: unknown;
}

interface ControlResponse {
  readonly subtype: string;
  readonly request_id: string;
  readonly response: unknown;
  readonly error: string;
}

interface ModelEntry {
  readonly value: string;
  readonly resolvedModel: string;
  readonly displayName: string;
  readonly description: string;
  readonly supportsEffort: boolean;
  readonly supportedEffortLevels: readonly string[];
}

/** Reads one field of a value that may not even be an object. */
const reader =
  <Shape>() =>
  (value: unknown, key: keyof Shape & string): unknown =>
    fieldOf(value, key);

export const anyField = reader<AnyFrame>();
export const initField = reader<InitFrame>();
export const statusField = reader<{ status: string | null }>();
export const retryField = reader<RetryFrame>();
export const messageFrameField = reader<MessageFrame>();
export const messageField = reader<Message>();
export const blockField = reader<Block>();
export const streamField = reader<{ event: unknown }>();
export const apiField = reader<ApiEvent>();
export const resultField = reader<ResultFrame>();
export const denialField = reader<{ tool_name: string; tool_use_id: string }>();
export const controlField = reader<{ request_id: string; request: unknown; response: unknown }>();
export const requestField = reader<ControlRequest>();
export const responseField = reader<ControlResponse>();
export const payloadField = reader<{ models: unknown }>();
export const modelField = reader<ModelEntry>();
const usageField = reader<Usage>();

/** The names in a list; what is none is left out. */
export function asWords(list: unknown): readonly string[] {
  return asList(list).flatMap((word) => asWord(word) ?? []);
}

/** What set a result off, when it was not a prompt: a notification of a task that ran in the background, as a rule. */
export function foreignOrigin(result: unknown): string | undefined {
  const kind = asWord(fieldOf(resultField(result, 'origin'), 'kind'));
  return kind === 'human' ? undefined : kind;
}

/** Tokens of a `usage` object, cached ones within the input; undefined when it counts none, which means that they are unknown. */
export function readTokens(value: unknown): { readonly input: number; readonly output: number } | undefined {
  const [fresh = 0, written = 0, cached = 0, output = 0] = (
    ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const
  ).map((key) => asCount(usageField(value, key)));
  const input = fresh + written + cached;
  return input + output === 0 ? undefined : { input, output };
}

/** One line for stdin. U+2028 and U+2029 leave as escapes: for some readers of lines they end one, and this costs nothing. */
function toLine(frame: object): string {
  return JSON.stringify(frame).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A request of ours. */
export function controlRequest(id: string, subtype: 'initialize' | 'interrupt'): string {
  return toLine({ type: 'control_request', request_id: id, request: { subtype } });
}

/** The answer to a request that claude made. */
export function controlResponse(id: string, response: object): string {
  return toLine({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
}

/** The refusal of a request that claude made and that nobody here can answer. */
export function controlError(id: string, error: string): string {
  return toLine({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
}

/** One prompt; pictures before the words, as the model's API wants them. */
export function userMessage(text: string, images: readonly Image[] = []): string {
  const pictures = images.map(({ mediaType, data }) => {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  });
  const content = pictures.length === 0 ? text : [...pictures, { type: 'text', text }];
  return toLine({ type: 'user', session_id: '', message: { role: 'user', content }, parent_tool_use_id: null });
}
