import type { Event } from '@agentmount/core';
import { asText, type Fields } from '@agentmount/core';
import { expandHome } from './session-dir.js';
import { eventField, fileArgument, headField } from './wire.js';

/** Most calls whose file is remembered, the last ones: no agent has so many open, and one that floods must not cost more. */
const MOST_OPEN = 500;

/**
 * The tool calls of a prompt. The execution events are the complete source (pi 1.6.0): a call that another tool makes stands in no
 * message. A file counts as written when the call of `write` or `edit` has ended well; its end does not repeat the arguments.
 */
export class ToolCalls {
  readonly #home: string;
  readonly #writes = new Map<string, string>();

  constructor(home: string) {
    this.#home = home;
  }

  start(frame: Fields): readonly Event[] {
    const id = asText(eventField(frame, 'toolCallId'));
    const name = asText(eventField(frame, 'toolName'));
    if (!id || !name) return [];
    const input = eventField(frame, 'args');
    this.#remember(id, name, asText(fileArgument(input, 'path')));
    return [{ type: 'tool', phase: 'start', id, name, ...(input !== undefined && { input }), ...nested(frame) }];
  }

  end(frame: Fields): readonly Event[] {
    const id = asText(eventField(frame, 'toolCallId'));
    if (!id) return [];
    const name = asText(eventField(frame, 'toolName'));
    const failed = eventField(frame, 'isError');
    const path = this.#writes.get(id);
    this.#writes.delete(id);
    const end: Event = {
      type: 'tool',
      phase: 'end',
      id,
      ...(name && { name }),
      ...(typeof failed === 'boolean' && { ok: !failed }),
      ...nested(frame),
    };
    return path !== undefined && failed === false ? [end, { type: 'file', path }] : [end];
  }

  /** A frame was too long to be kept: its beginning still names the call. */
  lost(head: string): readonly Event[] {
    const id = headField(head, 'toolCallId');
    if (!id) return [];
    switch (headField(head, 'type')) {
      case 'tool_execution_start': {
        const name = headField(head, 'toolName');
        if (!name) return [];
        this.#remember(id, name, headField(head, 'path'));
        return [{ type: 'tool', phase: 'start', id, name }];
      }
      case 'tool_execution_end':
        return [{ type: 'tool', phase: 'end', id }];
      default:
        return [];
    }
  }

  /** pi takes a path as people write it: an `@` before it is dropped, `~` is the home directory. */
  #remember(id: string, name: string, path: string | undefined): void {
    if (!path || (name !== 'write' && name !== 'edit')) return;
    this.#writes.set(id, expandHome(path.replace(/^@/, ''), this.#home));
    const [oldest] = this.#writes.keys();
    if (this.#writes.size > MOST_OPEN && oldest !== undefined) this.#writes.delete(oldest);
  }
}

function nested(frame: Fields): { nested?: true } {
  return asText(eventField(frame, 'parentToolCallId')) ? { nested: true } : {};
}
