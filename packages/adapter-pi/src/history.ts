import type { HistoryItem, HistoryReader } from '@agentmount/core';
import { asText, isFields } from '@agentmount/core';
import { sessionDirectory } from './session-dir.js';

/**
 * pi 1.6.0 writes a session to `<time>_<id>.jsonl` in its session folder, an entry a line; those of type `message` hold a message of role user,
 * assistant or toolResult, whose content is text or a list of blocks (`text`, `thinking`, `toolCall`, `image`).
 */
export const piHistory: HistoryReader = {
  places(machine, cwd, session) {
    return [{ folder: sessionDirectory(machine, cwd), matches: (name: string) => name.endsWith(`_${session}.jsonl`) }];
  },

  read(line) {
    const entry = parse(line);
    if (!isFields(entry) || entry.type !== 'message' || !isFields(entry.message)) return [];
    const { message } = entry;
    const time = typeof entry.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
    const at = Number.isNaN(time) ? {} : { at: time };
    if (message.role === 'toolResult') {
      const said = blocks(message.content)
        .map((block) => asText(block.text) ?? '')
        .join('\n');
      return [{ role: 'tool', tool: asText(message.toolName) ?? 'unnamed tool', text: said, ...at }];
    }
    const { role } = message;
    if (role !== 'user' && role !== 'assistant') return [];
    return blocks(message.content).flatMap((block): readonly HistoryItem[] => {
      if (block.type === 'toolCall') {
        const tool = asText(block.name) ?? 'unnamed tool';
        return [{ role: 'tool', tool, text: JSON.stringify(block.arguments ?? {}), ...at }];
      }
      if (block.type === 'image') return [{ role, text: '[image]', ...at }];
      const said = block.type === 'text' ? (asText(block.text) ?? '') : '';
      return said.trim() === '' ? [] : [{ role, text: said, ...at }];
    });
  },
};

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function blocks(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}
