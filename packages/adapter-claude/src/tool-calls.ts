import { type Action, asWord, fieldOf } from '@agentmount/core';
import { toolName } from './tool-names.js';
import { blockField } from './wire.js';

/** Tools of claude that write one file, and the argument that names it. */
const WRITES: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Most calls that are remembered as open, the last ones: no agent has so many, and one that floods must not cost more. */
const MOST_OPEN = 500;

/** Remembers the calls that are open, so that a result, which bears an id only, can name its tool and its file. */
export interface ToolCalls {
  /** A `tool_use` block. */
  start(block: unknown, nested: boolean): Action[];
  /** A `tool_result` block; any other kind is nothing. */
  end(block: unknown): Action[];
  /** A prompt begins. */
  clear(): void;
}

interface OpenCall {
  readonly name: string;
  readonly path: string | undefined;
  readonly nested: boolean;
}

export function createToolCalls(): ToolCalls {
  const open = new Map<string, OpenCall>();
  const mark = (nested: boolean): { nested?: true } => (nested ? { nested } : {});

  return {
    start(block, nested) {
      const id = asWord(blockField(block, 'id'));
      const name = asWord(blockField(block, 'name'));
      if (id === undefined || name === undefined) return [{ type: 'unknown', frame: 'assistant/tool_use' }];
      const input = blockField(block, 'input');
      const phase = open.has(id) ? 'update' : 'start';
      open.set(id, { name, path: writtenPath(name, input), nested });
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
      return [{ type: 'tool', phase, id, name, input, ...mark(nested) }];
    },
    end(block) {
      if (blockField(block, 'type') !== 'tool_result') return [];
      const id = asWord(blockField(block, 'tool_use_id'));
      if (id === undefined) return [{ type: 'unknown', frame: 'user/tool_result' }];
      const call = open.get(id);
      open.delete(id);
      // As in the model's API, where a result that does not say so is none of an error.
      const ok = blockField(block, 'is_error') !== true;
      const name = call ? { name: call.name } : {};
      const end: Action = { type: 'tool', phase: 'end', id, ...name, ok, ...mark(call?.nested === true) };
      return ok && call?.path !== undefined ? [end, { type: 'file', path: call.path }] : [end];
    },
    clear() {
      open.clear();
    },
  };
}

function writtenPath(tool: string, input: unknown): string | undefined {
  const name = toolName(tool);
  const key = Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
  return key === undefined ? undefined : asWord(fieldOf(input, key));
}
