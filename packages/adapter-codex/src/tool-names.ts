import { asWord, fieldOf } from '@agentmount/core';

/** Items that are no tool calls: what was said, thought or planned, and what codex does with its conversation. */
const WORDS = new Set([
  'user_message',
  'agent_message',
  'reasoning',
  'plan',
  'todo_list',
  'hook_prompt',
  'error',
  'function_call_output',
  'sub_agent_activity',
  'entered_review_mode',
  'exited_review_mode',
  'context_compaction',
]);

/** An item's type as exec spells it (`file_change`); app-server's `fileChange` means the same (codex 0.171.0). */
export function itemType(item: unknown): string {
  return snake(asWord(fieldOf(item, 'type')) ?? '');
}

/** The name under which an item is counted as a tool call; undefined for one that is none. */
export function toolName(item: unknown): string | undefined {
  const type = itemType(item);
  const tool = asWord(fieldOf(item, 'tool'));
  switch (type) {
    case 'mcp_tool_call':
      return mcpToolName(asWord(fieldOf(item, 'server')), tool);
    case 'collab_agent_tool_call':
    case 'collab_tool_call':
    case 'dynamic_tool_call':
      return tool === undefined ? type : snake(tool);
    case 'command_execution':
    case 'file_change':
    case 'web_search':
    case 'image_view':
    case 'image_generation':
    case 'sleep':
      return type;
    default:
      return undefined;
  }
}

/** A tool of an MCP server, as codex's models call it. */
export function mcpToolName(server = 'unknown', tool = 'unnamed'): string {
  return `mcp__${server}__${tool}`;
}

/** Whether an item is of a type that is known and is no tool call. */
export function isWords(item: unknown): boolean {
  return WORDS.has(itemType(item));
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
