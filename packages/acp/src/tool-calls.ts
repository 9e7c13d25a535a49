import type { Action } from '@agentmount/core';
import { asList, asWord, isFields } from '@agentmount/core';
import type { ToolFacts } from './profile.js';
import { locationField, toolContentField, toolField } from './wire.js';

/** What is known of a call that has not ended. */
export interface OpenCall {
  readonly name?: string;
  readonly input?: unknown;
}

/** Follows the calls of one prompt: names, inputs and places come late and in pieces. */
export interface ToolCalls {
  /** A `tool_call` or a `tool_call_update`. */
  update(update: unknown): Action[];
  /** A call that has not ended. */
  find(id: string): OpenCall | undefined;
  clear(): void;
}

interface Call extends OpenCall {
  readonly kind?: string;
  readonly nested?: boolean;
  readonly paths: ReadonlySet<string>;
}

/** Most calls that are remembered, the last ones: no agent has so many open, and one that floods must not cost more. */
const MOST_OPEN = 200;
const MOST_ENDED = 20_000;

/** Kinds of tools whose locations are the files they write. */
const WRITES: ReadonlySet<string> = new Set(['edit', 'move']);

/** @param read what the profile reads off a frame */
export function createToolCalls(read: (update: unknown) => ToolFacts): ToolCalls {
  const open = new Map<string, Call>();
  const ended = new Set<string>();

  return {
    update(update) {
      const id = asWord(toolField(update, 'toolCallId'));
      if (id === undefined) return [{ type: 'unknown', frame: 'tool call without an id' }];
      if (ended.has(id)) return [];
      const before = open.get(id);
      const call = merged(before, update, read(update));
      const status = toolField(update, 'status');
      const nested = call.nested === true ? { nested: true as const } : {};
      const name = call.name === undefined ? {} : { name: call.name };
      const actions: Action[] = [];
      const ends = status === 'completed' || status === 'failed';
      // Some calls are heard of first when they have ended (gemini 0.61.0, after an approval).
      if (before === undefined || before.name !== call.name || !sameInput(before.input, call.input)) {
        const input = call.input === undefined ? {} : { input: call.input };
        actions.push({ type: 'tool', phase: before ? 'update' : 'start', id, ...name, ...input, ...nested });
      }
      if (!ends) {
        open.set(id, call);
        forgetOldest(open, MOST_OPEN);
        return actions;
      }
      open.delete(id);
      ended.add(id);
      forgetOldest(ended, MOST_ENDED);
      actions.push({ type: 'tool', phase: 'end', id, ...name, ok: status === 'completed', ...nested });
      if (status === 'completed') for (const path of call.paths) actions.push({ type: 'file', path });
      return actions;
    },
    find: (id) => open.get(id),
    clear() {
      open.clear();
      ended.clear();
    },
  };
}

function forgetOldest(remembered: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = remembered.keys();
  if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
}

function merged(before: Call | undefined, update: unknown, facts: ToolFacts): Call {
  const kind = asWord(toolField(update, 'kind')) ?? before?.kind;
  const name = facts.name ?? before?.name;
  const input = facts.input ?? inputOf(toolField(update, 'rawInput')) ?? before?.input;
  const nested = facts.nested ?? before?.nested;
  const paths = new Set(before?.paths);
  for (const item of asList(toolField(update, 'content'))) {
    const path = toolContentField(item, 'type') === 'diff' ? asWord(toolContentField(item, 'path')) : undefined;
    if (path !== undefined) paths.add(path);
  }
  if (kind !== undefined && WRITES.has(kind)) {
    for (const place of asList(toolField(update, 'locations'))) {
      const path = asWord(locationField(place, 'path'));
      if (path !== undefined) paths.add(path);
    }
  }
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
    ...(input === undefined ? {} : { input }),
    ...(nested === undefined ? {} : { nested }),
    paths,
  };
}

/** The input of a call; an empty object is what agents send before they know it. */
export function inputOf(raw: unknown): unknown {
  return raw === null || raw === undefined || (isFields(raw) && Object.keys(raw).length === 0) ? undefined : raw;
}

function sameInput(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
