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

/**
 * A frame of qwen's stream-json wire as it came: an object whose fields may be anything. The fields are read one by one, with keys
 * that are checked against the types qwen publishes, so that a renamed field breaks this build and not a running server.
 */
export type Frame = Readonly<Record<string, unknown>>;

/** Keys of every member of a union, without index signatures. */
type KeysOf<Shape> = Shape extends unknown
  ? keyof { [Key in keyof Shape as string extends Key ? never : number extends Key ? never : Key]: Shape[Key] } & string
  : never;

/** Reads one field of a value that may not even be an object. `Extra`: keys seen on the wire (qwen 0.24.4) that the types lack. */
const reader =
  <Shape, Extra extends string = never>() =>
  (value: unknown, key: KeysOf<Shape> | Extra): unknown =>
    isFrame(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text, or undefined for what is not one. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The whole number from 0 up, or undefined for what is not one. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The list, or an empty one for what is not one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A line of stdout as a frame; undefined when it is not a JSON object. */
export function parseFrame(line: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFrame(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The type of a frame of which only the beginning is there: qwen writes it first. */
export const lostType = (head: string): string | undefined => /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(head)?.[1];

/** `type` stands in every frame. */
export const frameType = (frame: Frame): string | undefined => asText(frame.type);

export const systemField = reader<SDKSystemMessage>();
export const assistantField = reader<SDKAssistantMessage>();
export const userField = reader<SDKUserMessage>();
export const partialField = reader<SDKPartialAssistantMessage>();
export const resultField = reader<SDKResultMessage>();
export const messageField = reader<SDKAssistantMessage['message']>();
const usageField = reader<ExtendedUsage>();
export const blockField = reader<ContentBlock>();
/** The types know no `goal_state` event (qwen 0.24.4 sends one in the first turn); its fields are not read. */
export const eventField = reader<SDKPartialAssistantMessage['event']>();
export const deltaField = reader<{ type: string; text: string; thinking: string }>();
export const errorField = reader<{ message: string }>();
export const denialField = reader<SDKResultMessage['permission_denials'][number]>();

export const requestField = reader<CLIControlRequest>();
export const permissionField = reader<CLIControlPermissionRequest>();
export const cancelField = reader<ControlCancelRequest>();
export const responseField = reader<CLIControlResponse['response']>();
/** The types leave the payload of a response open: these are the keys of three in qwen 0.24.4 (`initialize`, `get_available_models`, `get_context_usage`). */
export const payloadField = reader<{
  session_id: string;
  effort_status: unknown;
  models: unknown;
  modelName: string;
}>();
export const effortField = reader<{ effort: string; applied: boolean; override: unknown; reason: string }>();
export const modelField = reader<{ id: string; label: string; contextWindowSize: number }>();
/** Data of `system` frames with subtype `retry` (not in the types, qwen 0.24.4). */
export const retryField = reader<{ reason: string; attempt: number; maxRetries: number; delayMs: number }>();

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
