import { posix, win32 } from 'node:path';
import type { HistoryItem, HistoryReader, Machine } from '@agentmount/core';
import { qwenHome } from './qwen-home.js';

/**
 * qwen 0.24.4 writes a session to `projects/<directory>/chats/<id>.jsonl` in its home, a message a line: `type` user, assistant, tool_result
 * or system, and `message.parts` with `text` (a thought where `thought` is true), `functionCall` or `functionResponse`.
 */
export const qwenHistory: HistoryReader = {
  places(machine: Machine, cwd: string, session: string) {
    const path = machine.platform === 'win32' ? win32 : posix;
    const runtime = machine.environment.QWEN_RUNTIME_DIR;
    const homes = runtime ? [runtime, qwenHome(machine)] : [qwenHome(machine)];
    const folder = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    return homes.map((home) => ({
      folder: path.join(home, 'projects', folder, 'chats'),
      matches: (name: string) => name === `${session}.jsonl`,
    }));
  },

  read(line) {
    const entry = parse(line);
    const { type, timestamp } = entry;
    if (type !== 'user' && type !== 'assistant' && type !== 'tool_result') return [];
    const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
    const at = Number.isNaN(time) ? {} : { at: time };
    return parts(entry.message).flatMap((part) => itemOf(part, type === 'assistant' ? 'assistant' : 'user', at));
  },
};

function itemOf(part: Fields, role: 'user' | 'assistant', at: { readonly at?: number }): readonly HistoryItem[] {
  if (isFields(part.functionCall)) {
    const { name, args } = part.functionCall;
    return [{ role: 'tool', tool: text(name), text: JSON.stringify(args ?? {}), ...at }];
  }
  if (isFields(part.functionResponse)) {
    const { name, response } = part.functionResponse;
    const output = isFields(response) ? (response.output ?? response.error ?? response) : response;
    return [
      {
        role: 'tool',
        tool: text(name),
        text: typeof output === 'string' ? output : JSON.stringify(output ?? ''),
        ...at,
      },
    ];
  }
  const said = typeof part.text === 'string' ? part.text : '';
  return said.trim() === '' || part.thought === true ? [] : [{ role, text: said, ...at }];
}

type Fields = Readonly<Record<string, unknown>>;

function parse(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function parts(message: unknown): readonly Fields[] {
  return isFields(message) && Array.isArray(message.parts) ? message.parts.filter(isFields) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unnamed tool';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
