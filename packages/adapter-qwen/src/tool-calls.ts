import type { Action } from '@agentmount/core';
import { asText, isFields } from '@agentmount/core';
import { blockField } from './wire.js';

/** Tools of qwen 0.24.4 that write one file, and the argument that names it. */
const WRITES: Readonly<Record<string, string>> = {
  write_file: 'file_path',
  edit: 'file_path',
  notebook_edit: 'notebook_path',
};

/** Most calls that are remembered as open, the last ones, and most ids of a prompt: no agent has so many, and one that floods must not cost more. */
const MOST_OPEN = 500;
const MOST_MADE = 20_000;

/** Remembers the calls that are open, so that a result, which bears an id only, can name its tool and its file. */
export interface ToolCalls {
  /** A `tool_use` block. */
  start(block: unknown, nested: boolean): Action[];
  /** A `tool_result` block; any other kind is nothing. */
  end(block: unknown): Action[];
  /** Whether a call of this id was made since {@link clear}. */
  has(id: string): boolean;
  /** A prompt begins. */
  clear(): void;
}

export function createToolCalls(): ToolCalls {
  const open = new Map<
    string,
    { readonly name: string; readonly path: string | undefined; readonly nested: boolean }
  >();
  const made = new Set<string>();
  const mark = (nested: boolean): { nested?: true } => (nested ? { nested } : {});

  return {
    start(block, nested) {
      const id = asText(blockField(block, 'id'));
      const name = asText(blockField(block, 'name'));
      if (!id || !name) return [{ type: 'unknown', frame: 'assistant/tool_use' }];
      const input = blockField(block, 'input');
      const phase = open.has(id) ? 'update' : 'start';
      if (made.size < MOST_MADE) made.add(id);
      open.set(id, { name, path: writtenPath(name, input), nested });
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
      return [{ type: 'tool', phase, id, name, input, ...mark(nested) }];
    },
    end(block) {
      if (asText(blockField(block, 'type')) !== 'tool_result') return [];
      const id = asText(blockField(block, 'tool_use_id'));
      if (!id) return [{ type: 'unknown', frame: 'user/tool_result' }];
      const call = open.get(id);
      open.delete(id);
      const failed = blockField(block, 'is_error');
      const ok = typeof failed === 'boolean' ? { ok: !failed } : {};
      const end: Action = {
        type: 'tool',
        phase: 'end',
        id,
        ...(call ? { name: call.name } : {}),
        ...ok,
        ...mark(call?.nested === true),
      };
      const path = failed === false ? call?.path : undefined;
      return path === undefined ? [end] : [end, { type: 'file', path }];
    },
    has: (id) => made.has(id),
    clear() {
      open.clear();
      made.clear();
    },
  };
}

function writtenPath(tool: string, input: unknown): string | undefined {
  const key = Object.hasOwn(WRITES, tool) ? WRITES[tool] : undefined;
  return key !== undefined && isFields(input) ? asText(input[key]) || undefined : undefined;
}
