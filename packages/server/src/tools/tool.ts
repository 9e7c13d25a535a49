import type { Turn } from '@agentmount/core';
import type * as z from 'zod';
import type { PersonReply, Question } from '../turns/person-reply.js';
import { type InputSchema, inputSchema } from './input-schema.js';

/** What hosts are told about a tool's effects. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint: boolean;
}

/** What a call gives back: text for the model, and the same facts for programs. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** Goes into `_meta` under `agentmount/report`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Questions to the person at the host, who is asked before the caller gets the text; only for a host that {@link CallContext.asksByResult}. */
  readonly questions?: { readonly turn: string; readonly list: readonly Question[] };
}

/** A call that its host repeats, because the first one came back with questions. */
export interface RepeatedCall {
  /** The turn that the first call was about. */
  readonly turn: string;
  /** How often the call has been repeated, from 1. */
  readonly rounds: number;
  /** By the questions' keys. */
  readonly replies: ReadonlyMap<string, PersonReply>;
}

/** The call as the host made it. */
export interface CallContext {
  /** Aborted when the host cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** The host's name as it said it, when it said one. */
  readonly host?: string;
  /** Sends one progress message and resolves when the host's pipe took it; absent: the host did not ask for progress. */
  readonly progress?: (message: string) => Promise<void>;
  /**
   * Asks the person at the host while the call waits; absent: the host has no way to. Rejects when the host refuses to ask, and when
   * the signal takes the question back.
   */
  readonly ask?: (question: Question, signal: AbortSignal) => Promise<PersonReply>;
  /** The host asks the person when a result has questions, and then repeats the call. */
  readonly asksByResult?: true;
  /** The answers, when this is such a repetition. */
  readonly again?: RepeatedCall;
  /** The host polls for the result: no limit of its own applies to the wait. */
  readonly polled?: true;
  /** Called once a turn is registered that the call is going to wait for. */
  readonly onTurn?: (turn: Turn) => void;
}

/** What {@link defineTool} makes a tool of. */
export interface ToolDefinition<Arguments> {
  readonly name: string;
  readonly description: string;
  /** What a call gives back, for documentation: no host is told, because every conversation would pay for it. */
  readonly gives: string;
  /** Strict: a name that it does not know is refused. No part of it may transform: what the host sent is what is handed on. */
  readonly schema: z.ZodType<Arguments>;
  /** Arguments to list without their descriptions, because another tool of the same adapter has them. */
  readonly undescribed?: readonly string[];
  readonly hints: ToolHints;
  /** Whether a call may take long, so that a host that can is given a task for it; absent: no call does. Gets the arguments unchecked. */
  readonly mayTakeLong?: (given: unknown) => boolean;
  /** Called with arguments that fit the schema. Throws a `Refusal` for what cannot be done, an `Error` for what went wrong. */
  call(given: Arguments, context: CallContext): Promise<ToolResult>;
}

/** One tool: what a host lists, and what happens when it is called. */
export interface Tool extends ToolDefinition<unknown> {
  readonly inputSchema: InputSchema;
}

/** Makes a tool of its definition, with the type of its arguments taken from its schema. */
export function defineTool<Arguments>(definition: ToolDefinition<Arguments>): Tool {
  return {
    ...(definition as ToolDefinition<unknown>),
    inputSchema: inputSchema(definition.schema, definition.undescribed ?? []),
  };
}
