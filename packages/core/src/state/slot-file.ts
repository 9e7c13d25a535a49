import type { ProcessIdentity } from '../process/process-identity.js';
import { readIdentity } from './lock-owner.js';
import type { SlotRecord } from './slots.js';

/** A turn that holds a slot, or waits for one. */
export type SlotState = 'running' | 'waiting';

/**
 * What the name of a file in `slots/` says: `running-d0-<order>-<key>.json`. The name alone decides who is counted
 * where and who comes first, and it never changes its meaning, so that a file has to be read only once.
 */
export interface SlotName {
  readonly name: string;
  readonly state: SlotState;
  /** Depth of delegation. */
  readonly depth: number;
  /** Sorts as text by the time of the call, then by the order within a server. */
  readonly order: string;
}

/** What a file in `slots/` holds. */
export interface SlotFile extends SlotRecord {
  readonly version: 1;
  readonly state: SlotState;
  readonly depth: number;
  /** The limit of the server that runs or queues the turn. */
  readonly limit: number;
  /** When the call came in, ms since the epoch. */
  readonly createdAt: number;
  /** When it got its slot, ms since the epoch. */
  readonly startedAt?: number;
  /** The server. When it is dead, the slot is free. */
  readonly server: ProcessIdentity;
}

const NAME = /^(running|waiting)-d(\d{1,6})-(\d{15}-\d{8}-[0-9a-f]+)\.json$/;

/**
 * Makes the part of a name that tells the order; no two are equal. `instance`: random hexadecimal digits of one server.
 */
export function slotOrder(createdAt: number, sequence: number, instance: string): string {
  return `${String(createdAt).padStart(15, '0')}-${String(sequence % 1e8).padStart(8, '0')}-${instance}`;
}

/** The digits of the server whose turn has this place in the order. */
export function instanceOf(order: string): string {
  return order.slice(order.lastIndexOf('-') + 1);
}

export function slotName(state: SlotState, depth: number, order: string): string {
  return `${state}-d${depth}-${order}.json`;
}

/** Undefined for a file that is none of ours. */
export function parseSlotName(name: string): SlotName | undefined {
  const match = NAME.exec(name);
  const [, state, depth, order] = match ?? [];
  if (state === undefined || depth === undefined || order === undefined) return undefined;
  return { name, state: state as SlotState, depth: Number(depth), order };
}

export function formatSlotFile(file: SlotFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Undefined when the text names no server: since files appear whole, it is what a power cut left. Whatever else is
 * missing is empty or 0, so that the turn of a server with another version of this file is counted all the same.
 */
export function parseSlotFile(text: string, name: SlotName): SlotFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const file = (value ?? {}) as Partial<Record<keyof SlotFile, unknown>>;
  const server = readIdentity(file.server);
  if (!server) return undefined;
  return {
    version: 1,
    state: name.state,
    depth: name.depth,
    limit: number(file.limit),
    createdAt: number(file.createdAt),
    server,
    turn: word(file.turn),
    agent: word(file.agent),
    cwd: word(file.cwd),
    ...(typeof file.startedAt === 'number' && { startedAt: file.startedAt }),
    ...(typeof file.session === 'string' && { session: file.session }),
  };
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
