import type {
  AGENT_METHODS,
  AgentCapabilities,
  CLIENT_METHODS,
  ContentBlock,
  InitializeResponse,
  NewSessionResponse,
  PermissionOption,
  PromptResponse,
  RequestPermissionRequest,
  Error as RpcError,
  SessionCapabilities,
  SessionConfigOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOption,
  SessionModeState,
  SessionNotification,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { fieldOf } from '@agentmount/core';

/** Methods that are called here. `session/set_model` and `_session/steering` are in no schema: some agents have them. */
export type AgentMethod =
  | (typeof AGENT_METHODS)[keyof typeof AGENT_METHODS]
  | 'session/set_model'
  | '_session/steering';

/** Methods that agents call and that are known here. */
export type ClientMethod = (typeof CLIENT_METHODS)[keyof typeof CLIENT_METHODS];

/** Kinds of `session/update`. */
export type UpdateKind = SessionUpdate['sessionUpdate'];

/** Version of the protocol that is spoken here. */
export const PROTOCOL_VERSION = 1;

/** Keys of every member of a union, without index signatures. */
type KeysOf<Shape> = Shape extends unknown
  ? keyof { [Key in keyof Shape as string extends Key ? never : number extends Key ? never : Key]: Shape[Key] } & string
  : never;

/**
 * Reads one field of a value that may not even be an object. The key is checked against the types that the protocol publishes
 * (SDK 2.4.0), so that a renamed field breaks this build and not a running server. `Extra`: keys that agents send and no schema has.
 */
const reader =
  <Shape, Extra extends string = never>() =>
  (value: unknown, key: KeysOf<Shape> | Extra): unknown =>
    fieldOf(value, key);

export const initializeField = reader<InitializeResponse>();
export const capabilityField = reader<AgentCapabilities>();
export const sessionCapabilityField = reader<SessionCapabilities>();
/** `models` was a draft of the protocol that config options have replaced; qwen 0.24.4 and gemini 0.61.0 send it. */
export const sessionField = reader<NewSessionResponse, 'models'>();
export const modelsField = reader<{ currentModelId: string; availableModels: unknown }>();
export const modelField = reader<{ modelId: string; name: string; _meta: unknown }>();
export const modesField = reader<SessionModeState>();
export const optionField = reader<SessionConfigOption>();
export const choiceField = reader<SessionConfigSelectOption | SessionConfigSelectGroup>();
/** `usage` is in the unstable schema only. */
export const promptField = reader<PromptResponse, 'usage'>();
export const usageField = reader<{ inputTokens: number; outputTokens: number }>();
export const notificationField = reader<SessionNotification>();
export const updateField = reader<SessionUpdate>();
export const contentField = reader<ContentBlock>();
export const toolField = reader<ToolCallUpdate>();
export const toolContentField = reader<ToolCallContent>();
export const locationField = reader<ToolCallLocation>();
export const permissionField = reader<RequestPermissionRequest>();
export const permissionOptionField = reader<PermissionOption>();
export const errorField = reader<RpcError>();
export const cancelledField = reader<{ requestId: unknown }>();
export const steeringField = reader<{ outcome: string }>();
