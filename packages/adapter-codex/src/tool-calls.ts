import { asList, asWord, type Event, fieldOf, type ToolEvent } from '@agentmount/core';
import { itemType, toolName } from './tool-names.js';

/** Most calls that are remembered as open, the last ones. */
const MOST_OPEN = 500;

interface OpenCall {
  readonly name: string;
  readonly input: unknown;
  /** A command that codex may leave running. */
  readonly command: string | undefined;
}

/** Makes tool events of items, in app-server's spelling or in exec's. */
export class ToolCalls {
  readonly #open = new Map<string, OpenCall>();

  /** What an open call was made with, for who is asked about it. */
  inputOf(id: string): unknown {
    return this.#open.get(id)?.input;
  }

  /** Commands that have begun and have not ended. */
  get commands(): readonly string[] {
    return [...this.#open.values()].flatMap(({ command }) => command ?? []);
  }

  clear(): void {
    this.#open.clear();
  }

  started(item: unknown, nested: boolean): readonly Event[] {
    const id = asWord(fieldOf(item, 'id'));
    const name = toolName(item);
    if (id === undefined || name === undefined) return [];
    const phase = this.#open.has(id) ? 'update' : 'start';
    const input = inputOf(item);
    const command = itemType(item) === 'command_execution' ? asWord(fieldOf(item, 'command')) : undefined;
    this.#open.set(id, { name, input, command });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return [{ type: 'tool', phase, id, name, input, ...mark(nested) }];
  }

  completed(item: unknown, nested: boolean): readonly Event[] {
    const id = asWord(fieldOf(item, 'id'));
    const name = toolName(item);
    if (id === undefined || name === undefined) return [];
    // exec tells some items only when they are over.
    const start = this.#open.has(id) ? [] : this.started(item, nested);
    this.#open.delete(id);
    const ok = succeeded(item);
    const end: ToolEvent = {
      type: 'tool',
      phase: 'end',
      id,
      name,
      ...(ok === undefined ? {} : { ok }),
      ...mark(nested),
    };
    const files = ok === true && name === 'file_change' ? writtenFiles(item) : [];
    return [...start, end, ...files.map((path): Event => ({ type: 'file', path }))];
  }
}

function mark(nested: boolean): { nested?: true } {
  return nested ? { nested } : {};
}

/** What a call was made with; results, which may be megabytes, are left out. */
function inputOf(item: unknown): unknown {
  switch (itemType(item)) {
    case 'command_execution':
      return {
        command: fieldOf(item, 'command') ?? null,
        ...(asWord(fieldOf(item, 'cwd')) && { cwd: fieldOf(item, 'cwd') }),
      };
    case 'file_change':
      return { changes: fieldOf(item, 'changes') ?? [] };
    case 'mcp_tool_call':
    case 'dynamic_tool_call':
      return fieldOf(item, 'arguments') ?? null;
    case 'web_search':
      return { query: fieldOf(item, 'query') ?? null };
    case 'image_view':
      return { path: fieldOf(item, 'path') ?? null };
    default:
      return { prompt: fieldOf(item, 'prompt') ?? null };
  }
}

/** Items without a status do not say. */
function succeeded(item: unknown): boolean | undefined {
  switch (fieldOf(item, 'status')) {
    case 'completed':
      return true;
    case 'failed':
    case 'declined':
    case 'interrupted':
      return false;
    default:
      return undefined;
  }
}

/** The files of a patch that are there afterwards: a deleted one is not, and a moved one is where it went. */
function writtenFiles(item: unknown): readonly string[] {
  return asList(fieldOf(item, 'changes')).flatMap((change) => {
    const kind = fieldOf(change, 'kind');
    if ((asWord(kind) ?? asWord(fieldOf(kind, 'type'))) === 'delete') return [];
    return asWord(fieldOf(kind, 'move_path')) ?? asWord(fieldOf(change, 'path')) ?? [];
  });
}
