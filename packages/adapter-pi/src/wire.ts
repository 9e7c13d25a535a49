import { asText, type Fields, fieldReader } from '@agentmount/core';
import type {
  JsonAgentSessionEvent,
  RpcCommand,
  RpcExtensionUIRequest,
  RpcExtensionUIResponse,
  RpcResponse,
  RpcSessionState,
  SessionHeader,
} from '@earendil-works/pi-coding-agent';

/** Types of the frames that carry a session's events (pi 1.6.0, both transports). */
export type EventType = JsonAgentSessionEvent['type'];

/** A command without the `id`, which the codec gives. */
export type Command = RpcCommand extends infer Each ? (Each extends RpcCommand ? Omit<Each, 'id'> : never) : never;

/** `type` stands in every frame. */
export const frameType = (frame: Fields): string | undefined => asText(frame.type);

type AgentMessage = Extract<JsonAgentSessionEvent, { type: 'message_end' }>['message'];
type AssistantMessage = Extract<AgentMessage, { role: 'assistant' }>;
type SystemMessage = Extract<AgentMessage, { role: 'system' }>;

export const eventField = fieldReader<JsonAgentSessionEvent>();
export const messageField = fieldReader<AgentMessage>();
export const blockField = fieldReader<AssistantMessage['content'][number] | { type: 'image' }>();
export const deltaField =
  fieldReader<Extract<JsonAgentSessionEvent, { type: 'message_update' }>['assistantMessageEvent']>();
export const usageField = fieldReader<AssistantMessage['usage']>();
export const costField = fieldReader<AssistantMessage['usage']['cost']>();
/** Sections of the system prompt, which the types leave open (pi 1.6.0: preamble, tools, rules, cwd, …). */
export const sectionField = fieldReader<{ cwd: string }>();
export const toolField = fieldReader<NonNullable<SystemMessage['toolsAdded']>[number]>();
export const compactionField =
  fieldReader<NonNullable<Extract<JsonAgentSessionEvent, { type: 'compaction_end' }>['result']>>();
/** Arguments of the tools `write` and `edit`. */
export const fileArgument = fieldReader<{ path: string }>();

export const headerField = fieldReader<SessionHeader>();
export const responseField = fieldReader<RpcResponse>();
export const stateField = fieldReader<RpcSessionState>();
export const modelField = fieldReader<NonNullable<RpcSessionState['model']>>();
export const dialogField = fieldReader<RpcExtensionUIRequest>();
/** Data of the replies to `prompt` and to `get_available_models`. */
export const replyField = fieldReader<{ disposition: string; models: unknown }>();
/** `extension_error` frames of the rpc wire (pi 1.6.0), which are not in the types. */
export const errorField = fieldReader<{ extensionPath: string; event: string; error: string }>();

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
