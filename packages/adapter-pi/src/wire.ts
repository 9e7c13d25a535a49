import type {
  JsonAgentSessionEvent,
  RpcCommand,
  RpcExtensionUIRequest,
  RpcExtensionUIResponse,
  RpcResponse,
  RpcSessionState,
  SessionHeader,
} from '@earendil-works/pi-coding-agent';

/**
 * A frame of pi's wire as it came: an object whose fields may be anything. The fields are read one by one, with keys that are
 * checked against the types pi publishes, so that a renamed field breaks this build and not a running server.
 */
export type Frame = Readonly<Record<string, unknown>>;

/** Types of the frames that carry a session's events (pi 1.6.0, both transports). */
export type EventType = JsonAgentSessionEvent['type'];

/** A command without the `id`, which the codec gives. */
export type Command = RpcCommand extends infer Each ? (Each extends RpcCommand ? Omit<Each, 'id'> : never) : never;

/** Keys of every member of a union, without index signatures. */
type KeysOf<Shape> = Shape extends unknown
  ? keyof { [Key in keyof Shape as string extends Key ? never : number extends Key ? never : Key]: Shape[Key] } & string
  : never;

/** Reads one field of a value that may not even be an object. `Extra`: keys seen on the wire (pi 1.6.0) that the types lack. */
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

/** The finite number from 0 up, or undefined for what is not one. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
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

/** `type` stands in every frame. */
export const frameType = (frame: Frame): string | undefined => asText(frame.type);

type AgentMessage = Extract<JsonAgentSessionEvent, { type: 'message_end' }>['message'];
type AssistantMessage = Extract<AgentMessage, { role: 'assistant' }>;
type SystemMessage = Extract<AgentMessage, { role: 'system' }>;

export const eventField = reader<JsonAgentSessionEvent>();
export const messageField = reader<AgentMessage>();
export const blockField = reader<AssistantMessage['content'][number] | { type: 'image' }>();
export const deltaField = reader<Extract<JsonAgentSessionEvent, { type: 'message_update' }>['assistantMessageEvent']>();
export const usageField = reader<AssistantMessage['usage']>();
export const costField = reader<AssistantMessage['usage']['cost']>();
/** Sections of the system prompt, which the types leave open (pi 1.6.0: preamble, tools, rules, cwd, …). */
export const sectionField = reader<{ cwd: string }>();
export const toolField = reader<NonNullable<SystemMessage['toolsAdded']>[number]>();
export const compactionField =
  reader<NonNullable<Extract<JsonAgentSessionEvent, { type: 'compaction_end' }>['result']>>();
/** Arguments of the tools `write` and `edit`. */
export const fileArgument = reader<{ path: string }>();

export const headerField = reader<SessionHeader>();
export const responseField = reader<RpcResponse>();
export const stateField = reader<RpcSessionState>();
export const modelField = reader<NonNullable<RpcSessionState['model']>>();
export const dialogField = reader<RpcExtensionUIRequest>();
/** Data of the replies to `prompt` and to `get_available_models`. */
export const replyField = reader<{ disposition: string; models: unknown }>();
/** `extension_error` frames of the rpc wire (pi 1.6.0), which are not in the types. */
export const errorField = reader<{ extensionPath: string; event: string; error: string }>();

/** One command as a line for stdin. JSON keeps it one line: LF and lone surrogates leave as escapes, and pi splits on LF only. */
export function commandLine(id: string, command: Command): string {
  return JSON.stringify({ id, ...command } satisfies RpcCommand);
}

/** The answer to a dialog of an extension. */
export function dialogLine(
  response: Omit<Extract<RpcExtensionUIResponse, { confirmed: boolean }>, 'type'> | DialogRefusal,
): string {
  return JSON.stringify({ type: 'extension_ui_response', ...response } satisfies RpcExtensionUIResponse);
}

type DialogRefusal = Omit<Extract<RpcExtensionUIResponse, { cancelled: true }>, 'type'>;

/** The model as `--model` takes it, `provider/id`; undefined when either is missing or pi has none (it then says `unknown`). */
export function modelName(value: unknown): string | undefined {
  const provider = asText(modelField(value, 'provider'));
  const id = asText(modelField(value, 'id'));
  if (!provider || !id || (provider === 'unknown' && id === 'unknown')) return undefined;
  return `${provider}/${id}`;
}

/** Reads a text field off the beginning of a frame that was too long to be kept. */
export function headField(head: string, key: string): string | undefined {
  const found = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`).exec(head)?.[1];
  if (found === undefined) return undefined;
  try {
    return asText(JSON.parse(found));
  } catch {
    return undefined;
  }
}
