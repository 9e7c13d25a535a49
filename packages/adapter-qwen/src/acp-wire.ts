import { asCount, asText, asWord, type ChunkFacts, fieldOf, type ToolFacts } from '@agentmount/acp';
import type { Model, NoticeEvent } from '@agentmount/core';

/** A field of the `_meta` of a frame of qwen's: what stands in there is no part of the protocol (seen in 0.24.4). */
const meta = (frame: unknown, key: string): unknown => fieldOf(fieldOf(frame, '_meta'), key);

/** A tool's own name (the title of a call is a sentence for people), and whether a sub-agent calls it. */
export function readAcpTool(update: unknown): ToolFacts {
  const name = asWord(meta(update, 'toolName'));
  return { ...(name === undefined ? {} : { name }), ...(isNested(update) ? { nested: true } : {}) };
}

function isNested(update: unknown): boolean {
  return asText(meta(update, 'parentToolCallId')) !== undefined;
}

/** Sources of messages that qwen's program writes about a sub-agent that worked in the background. */
const OWN_WORDS: ReadonlySet<unknown> = new Set(['background_task_completed', 'background_notification']);

const COMMAND: NoticeEvent = {
  type: 'notice',
  level: 'warning',
  text: 'qwen took the prompt for one of its own commands and asked no model. To send it as text, put other words before it.',
};

/** Words of qwen's program, or of a sub-agent, among the words of its model. */
export function readAcpChunk(update: unknown): ChunkFacts {
  const source = meta(update, 'source');
  if (OWN_WORDS.has(source)) return { aside: true };
  if (source === 'slash_command') return { notice: COMMAND };
  return isNested(update) ? { nested: true } : {};
}

export function describeAcpModel(entry: unknown): Omit<Model, 'id'> {
  const contextWindow = asCount(meta(entry, 'contextLimit'));
  return contextWindow === undefined || contextWindow === 0 ? {} : { contextWindow };
}

/**
 * A model's id as on the other transports. Over ACP qwen adds the login that the model belongs to, `coder-1(openai)`, and marks a
 * model that only the environment names, `$runtime|openai|coder-1(openai)`. A model of another login keeps its long id, since its
 * short one would mean a model of this login.
 */
export function showAcpModel(id: string, current: string | undefined): string {
  const { name, login } = parts(id);
  return current === undefined || login === parts(current).login ? name : id;
}

function parts(id: string): { readonly name: string; readonly login: string | undefined } {
  const found = /^(?:\$runtime\|[^|]*\|)?(.+?)(?:\(([^()]+)\))?$/s.exec(id);
  return { name: found?.[1] ?? id, login: found?.[2] };
}

/** The names of the tools in the reply to `qwen/status/workspace/tools`; undefined when it has no list, or one with an error. */
export function readAcpTools(reply: unknown): readonly string[] | undefined {
  const tools = fieldOf(reply, 'tools');
  if (!Array.isArray(tools) || fieldOf(reply, 'errors') !== undefined) return undefined;
  return tools.filter((tool) => fieldOf(tool, 'enabled') !== false).map((tool) => asText(fieldOf(tool, 'name')) ?? '?');
}

/** Whether a session still works after it has answered a prompt: sub-agents in the background, and what comes of them. */
export function isAtWork(params: unknown, session: string): boolean | undefined {
  const sessions = fieldOf(params, 'sessions');
  if (!Array.isArray(sessions)) return undefined;
  const one: unknown = sessions.find((candidate) => fieldOf(candidate, 'sessionId') === session);
  const holds = fieldOf(one, 'holds');
  return Array.isArray(holds) ? holds.length > 0 : false;
}
