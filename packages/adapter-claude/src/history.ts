import { posix, win32 } from 'node:path';
import {
  asList,
  asWord,
  type Fields,
  fieldOf,
  type HistoryItem,
  type HistoryReader,
  isFields,
  type Machine,
  parseFields,
} from '@agentmount/core';
import { claudeHome } from './claude-home.js';

/** From this length on claude cuts the name of a session folder and adds a sum that only it can make. */
const LONGEST_FOLDER = 200;

/**
 * claude 2.1 writes a session to `projects/<directory>/<id>.jsonl` in its home, an entry a line: of type user or assistant with a
 * `message`, whose content is text or a list of blocks (`text`, `thinking`, `tool_use`, `tool_result`, `image`), and of many other types.
 * `isMeta` marks what claude itself put in, `isSidechain` what a sub-agent said, `isCompactSummary` a summary of what was forgotten.
 */
export const claudeHistory: HistoryReader = {
  places(machine: Machine, cwd: string, session: string) {
    const path = machine.platform === 'win32' ? win32 : posix;
    const folder = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    if (folder.length > LONGEST_FOLDER) return [];
    return [
      {
        folder: path.join(claudeHome(machine), 'projects', folder),
        matches: (name: string) => name === `${session}.jsonl`,
      },
    ];
  },

  read(line) {
    const entry = parseFields(line) ?? {};
    const role = entry.type;
    if (role !== 'user' && role !== 'assistant') return [];
    if (entry.isMeta === true || entry.isSidechain === true || entry.isCompactSummary === true) return [];
    const time = Date.parse(asWord(entry.timestamp) ?? '');
    const at = Number.isNaN(time) ? {} : { at: time };
    return blocks(fieldOf(entry.message, 'content')).flatMap((block) => itemOf(block, role, at));
  },
};

function itemOf(block: Fields, role: 'user' | 'assistant', at: { readonly at?: number }): readonly HistoryItem[] {
  switch (block.type) {
    case 'text': {
      const text = asWord(block.text) ?? '';
      return text.trim() === '' ? [] : [{ role, text, ...at }];
    }
    case 'image':
      return [{ role, text: '[image]', ...at }];
    case 'tool_use':
      return [
        { role: 'tool', tool: asWord(block.name) ?? 'unnamed tool', text: JSON.stringify(block.input ?? {}), ...at },
      ];
    case 'tool_result':
      // A result bears the call's id, and one line alone does not tell that call's name.
      return [{ role: 'tool', text: resultText(block.content), ...at }];
    default:
      return [];
  }
}

function resultText(content: unknown): string {
  return blocks(content)
    .map((block) => (block.type === 'image' ? '[image]' : (asWord(block.text) ?? '')))
    .join('\n');
}

function blocks(content: unknown): readonly Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isFields);
}
