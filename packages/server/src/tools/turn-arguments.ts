import type { AgentAdapter, TurnRequest } from '@agentmount/core';
import * as z from 'zod';
import { optionsShape } from './options-shape.js';

/** Longest prompt, characters. */
export const MAX_PROMPT = 2_000_000;

/** What starts a turn; beside it stand the adapter's own options. */
export interface TurnArguments {
  readonly prompt: string;
  readonly cwd?: string;
  readonly model?: string;
  readonly transport?: string;
  readonly timeout_ms?: number;
  readonly wait_ms?: number;
  readonly system_prompt_append?: string;
  readonly images?: readonly string[];
  readonly [option: string]: unknown;
}

/** The schemas of the arguments that start a turn: the common ones, and the adapter's own options. */
export function turnArguments(adapter: AgentAdapter): Readonly<Record<string, z.ZodType>> {
  const [first, ...others] = adapter.transports.map((transport) => transport.name);
  const takesImages = adapter.transports.some((transport) => transport.images === true);
  const options = optionsShape(adapter);
  const clash = Object.keys(options).find((name) => COMMON.has(name));
  if (clash !== undefined) {
    throw new TypeError(`adapter ${adapter.name}: the option ${clash} has the name of a common argument`);
  }
  return {
    prompt: z.string().max(MAX_PROMPT).describe('Self-contained: the agent does not see your conversation'),
    cwd: z.string().optional().describe('Absolute directory to work in; its own settings and hooks act'),
    model: z.string().optional().describe(`An id from ${adapter.name}_models`),
    ...options,
    system_prompt_append: z.string().optional(),
    ...(takesImages ? { images: z.array(z.string()).optional().describe('Absolute paths or data URIs') } : {}),
    transport: z
      .enum([first ?? '', ...others])
      .optional()
      .describe('Usually omit'),
    timeout_ms: z.int().min(1000).optional().describe('Stop the work after this; its session can then be continued'),
    wait_ms: z.int().min(0).optional().describe('Return a note after this while the work goes on; 0: at once'),
  };
}

const COMMON = new Set([
  'session',
  'prompt',
  'cwd',
  'model',
  'system_prompt_append',
  'images',
  'transport',
  'timeout_ms',
  'wait_ms',
]);

/**
 * Makes a turn request of a call's arguments. The adapter's options are handed over as the caller wrote them, because core
 * parses them with the adapter's own schema.
 */
export function turnRequest(adapter: AgentAdapter, given: TurnArguments, session?: string): TurnRequest {
  const names = Object.keys(optionsShape(adapter)).filter((name) => given[name] !== undefined);
  return {
    prompt: given.prompt,
    ...(session === undefined ? {} : { session }),
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
    ...(given.model === undefined ? {} : { model: given.model }),
    ...(given.transport === undefined ? {} : { transport: given.transport }),
    ...(given.timeout_ms === undefined ? {} : { timeoutMs: given.timeout_ms }),
    ...(given.system_prompt_append === undefined ? {} : { systemPromptAppend: given.system_prompt_append }),
    ...(given.images === undefined ? {} : { images: given.images }),
    ...(names.length === 0 ? {} : { options: Object.fromEntries(names.map((name) => [name, given[name]])) }),
  };
}

/** Whether a call waits for its turn at all: with `wait_ms: 0` its caller wants a note at once. */
export function mayTakeLong(given: unknown): boolean {
  return (given as Partial<TurnArguments> | undefined)?.wait_ms !== 0;
}
