import { posix, win32 } from 'node:path';
import { asList, asWord, fieldOf, type HistoryItem, type HistoryReader, parseFields } from '@agentmount/core';
import { codexHome } from './codex-home.js';

const DAY_MS = 86_400_000;

/** What codex writes down as messages of the user and nobody has said: the environment, instructions of files, marks of interrupts. */
const CONTEXT = /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/;

/**
 * codex 0.171.0 writes a thread to `sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl` in its home, an entry a line; those of type
 * `response_item` hold what model and caller have said, in the items of the Responses API. The folder is the local date of the thread's
 * beginning, which its id holds as time in UTC: one day around it is every time zone.
 */
export const codexHistory: HistoryReader = {
  places(machine, _cwd, session) {
    const path = machine.platform === 'win32' ? win32 : posix;
    const begun = Number.parseInt(session.replaceAll('-', '').slice(0, 12), 16);
    if (!Number.isFinite(begun)) return [];
    return [0, -DAY_MS, DAY_MS].flatMap((shift) => {
      const date = dateOf(begun + shift);
      if (date === undefined) return [];
      const folder = path.join(codexHome(machine), 'sessions', ...date.split('-'));
      return [{ folder, matches: (name: string) => name.startsWith('rollout-') && name.endsWith(`-${session}.jsonl`) }];
    });
  },

  read(line) {
    const entry = parseFields(line);
    if (entry?.type !== 'response_item') return [];
    const time = Date.parse(asWord(entry.timestamp) ?? '');
    const at = Number.isNaN(time) ? {} : { at: time };
    return itemsOf(entry.payload).map((item) => ({ ...item, ...at }));
  },
};

/** The day in UTC; undefined for a time that no calendar has, as of an id that is not made of one. */
function dateOf(ms: number): string | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

function itemsOf(item: unknown): readonly HistoryItem[] {
  switch (fieldOf(item, 'type')) {
    case 'message':
      return message(item);
    case 'function_call':
    case 'custom_tool_call': {
      const tool = asWord(fieldOf(item, 'name')) ?? 'unnamed tool';
      return [{ role: 'tool', tool, text: asWord(fieldOf(item, 'arguments') ?? fieldOf(item, 'input')) ?? '' }];
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = fieldOf(item, 'output');
      // An output has the id of its call and no name.
      return [{ role: 'tool', tool: 'result', text: asWord(output) ?? textsOf(output).join('\n') }];
    }
    default:
      return [];
  }
}

function message(item: unknown): readonly HistoryItem[] {
  const role = fieldOf(item, 'role');
  if (role !== 'user' && role !== 'assistant') return [];
  return asList(fieldOf(item, 'content')).flatMap((part): readonly HistoryItem[] => {
    if (fieldOf(part, 'type') === 'input_image') return [{ role, text: '[image]' }];
    const said = asWord(fieldOf(part, 'text')) ?? '';
    return said.trim() === '' || (role === 'user' && CONTEXT.test(said)) ? [] : [{ role, text: said }];
  });
}

function textsOf(output: unknown): readonly string[] {
  return asList(output).flatMap((part) => asWord(fieldOf(part, 'text')) ?? []);
}
