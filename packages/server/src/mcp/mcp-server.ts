import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type JSONRPCMessage,
  type McpServerFactory,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { INVALID_REQUEST } from '../stdio/check-message.js';
import type { HostWire, WireEnd } from '../stdio/host-wire.js';
import { TaskRegistry } from '../tasks/task-registry.js';
import { callTool } from '../tools/call-tool.js';
import type { CallContext, Tool, ToolResult } from '../tools/tool.js';
import type { PersonReply, Question } from '../turns/person-reply.js';
import { elicitationForm, inputRequests, readResponses, showsForms } from './question-message.js';
import { TASKS_EXTENSION, taskMessage } from './task-message.js';

/** What a host is told of the server, and the tools that it lists, in this order. */
export interface McpServerOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

/** The key of `_meta` under which a result carries its facts for programs. */
export const REPORT_META_KEY = 'agentmount/report';

/** What travels with questions and comes back with their answers, sealed: which call of which turn is repeated. */
interface CallState {
  readonly tool: string;
  readonly turn: string;
  readonly rounds: number;
  /** By this process's own clock, ms. */
  readonly askedAt: number;
}

type Era = 'legacy' | 'modern';

/** How long a question's answer is accepted, s; an approval is denied by itself long before. */
const STATE_LIFE_S = 3600;
/** The agent's requests are denied by the clock after ten minutes at most; the protocol's own limit must not come first, ms. */
const DIALOG_TIMEOUT_MS = 660_000;

/**
 * Makes a protocol server for each connection, of either era of the protocol. The only place that knows the MCP SDK.
 * @returns what the SDK's entries for stdio and HTTP take
 */
export function mcpServerFactory(options: McpServerOptions): McpServerFactory {
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  const listed = options.tools.map(({ name, description, inputSchema, hints }) => {
    return { name, description, inputSchema, annotations: { ...hints } };
  });
  const tasks = new TaskRegistry();
  const states = createRequestStateCodec<CallState>({ key: randomBytes(32), ttlSeconds: STATE_LIFE_S });
  return ({ era }) => {
    const isModern = era === 'modern';
    // The SDK's `McpServer` would dump zod's issues on a wrong argument and build schemas with what no host reads.
    const server = new Server(
      { name: options.name, version: options.version },
      {
        capabilities: { tools: {}, ...(isModern ? { extensions: { [TASKS_EXTENSION]: {} } } : {}) },
        instructions: options.instructions,
        requestState: { verify: (state, context) => states.verify(state, context) },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listed as never }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = tools.get(params.name);
      if (tool === undefined) {
        throw invalid(`Unknown tool ${JSON.stringify(params.name)}; there are ${[...tools.keys()].join(', ')}.`);
      }
      const given = params.arguments;
      const own = callContext(server, context, era, tool);
      if (own.again === undefined && tool.mayTakeLong?.(given) && declaresTasks(context)) {
        const canAsk = own.asksByResult === true;
        const task = tasks.begin((taken) => callTool(tool, given, taken), { ...own, canAsk });
        const cancel = () => task.cancel();
        own.signal.addEventListener('abort', cancel);
        await task.begun;
        own.signal.removeEventListener('abort', cancel);
        const refusal = task.resultWithoutTurn;
        if (refusal !== undefined) return callResult(refusal);
        return { ...taskMessage(task.seed, undefined), resultType: 'task' } as never;
      }
      const result = await callTool(tool, given, own);
      if (result.questions === undefined) return callResult(result);
      const { turn, list } = result.questions;
      const rounds = (own.again?.rounds ?? 0) + 1;
      const state: CallState = { tool: tool.name, turn, rounds, askedAt: performance.now() };
      return inputRequired({ inputRequests: inputRequests(list), requestState: await states.mint(state, context) });
    });
    if (isModern) serveTasks(server, tasks);
    return server;
  };
}

/**
 * Serves one host over its line, in whichever era of the protocol it opens with.
 * @param onEnd called once when the connection is over, whoever ended it
 */
export function serveHost(wire: HostWire, options: McpServerOptions, onEnd: (reason: WireEnd) => void): void {
  serveStdio(mcpServerFactory(options), { transport: wireTransport(wire, onEnd) });
}

function serveTasks(server: Server, tasks: TaskRegistry): void {
  const named = z.object({ taskId: z.string() });
  const find = (id: string, context: ServerContext) => {
    if (!declaresTasks(context)) {
      const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, 'This request does not declare tasks.');
    }
    const task = tasks.find(id);
    if (task !== undefined) return task;
    throw invalid(
      `There is no task ${JSON.stringify(id)}. Ended tasks are kept for an hour, and not beyond a restart.`,
    );
  };
  server.setRequestHandler('tasks/get', { params: named }, ({ taskId }, context) => {
    const view = find(taskId, context).show();
    return taskMessage(view, view.result === undefined ? undefined : callResult(view.result));
  });
  const answers = named.extend({ inputResponses: z.record(z.string(), z.unknown()).optional() });
  server.setRequestHandler('tasks/update', { params: answers }, ({ taskId, inputResponses }, context) => {
    const task = find(taskId, context);
    // The SDK takes the answers out of the parameters of every request.
    const responses = readResponses(context.mcpReq.inputResponses ?? inputResponses ?? {});
    for (const [key, reply] of responses) task.answer(key, reply);
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params: named }, ({ taskId }, context) => {
    find(taskId, context).cancel();
    return {};
  });
}

function callResult({ text, isError, facts }: ToolResult) {
  return {
    content: [{ type: 'text' as const, text }],
    ...(isError ? { isError } : {}),
    ...(facts === undefined ? {} : { _meta: { [REPORT_META_KEY]: facts } }),
  };
}

function callContext(server: Server, { mcpReq }: ServerContext, era: Era, tool: Tool): CallContext {
  const token = mcpReq._meta?.progressToken;
  const envelope = envelopeOf(mcpReq);
  const host = envelope[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name;
  const isModern = era === 'modern';
  const canAsk = showsForms(isModern ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities());
  let progress = 0;
  const notify = async (message: string) => {
    if (token === undefined || mcpReq.signal.aborted) return;
    progress += 1;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } });
  };
  const ask = async (question: Question, signal: AbortSignal): Promise<PersonReply> => {
    const askedAt = performance.now();
    const request = { method: 'elicitation/create' as const, params: elicitationForm(question) };
    const { action, content } = await mcpReq.send(request, { signal, timeout: DIALOG_TIMEOUT_MS });
    return { action, content, tookMs: performance.now() - askedAt };
  };
  const again = isModern ? repeatedCall(mcpReq, tool) : undefined;
  return {
    signal: mcpReq.signal,
    ...(host === undefined ? {} : { host }),
    ...(token === undefined ? {} : { progress: notify }),
    ...(canAsk && !isModern ? { ask } : {}),
    ...(canAsk && isModern ? { asksByResult: true } : {}),
    ...(again === undefined ? {} : { again }),
  };
}

/** The earlier call that a request repeats with answers, if it does. */
function repeatedCall(mcpReq: ServerContext['mcpReq'], tool: Tool): CallContext['again'] {
  const state = mcpReq.requestState<CallState>();
  if (state === undefined) {
    if (mcpReq.inputResponses === undefined) return undefined;
    // Without its state the call cannot be told from a new one, and would start the work a second time.
    throw invalid('inputResponses need the requestState that came with the questions.');
  }
  if (state.tool !== tool.name) throw invalid(`This requestState belongs to a call of ${state.tool}.`);
  const tookMs = performance.now() - state.askedAt;
  const replies = [...readResponses(mcpReq.inputResponses ?? {})].map(
    ([key, reply]) => [key, { ...reply, tookMs }] as const,
  );
  return { turn: state.turn, rounds: state.rounds, replies: new Map(replies) };
}

function declaresTasks({ mcpReq }: ServerContext): boolean {
  return envelopeOf(mcpReq)[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** What a request of 2026-07-28 says of its host; the SDK's type leaves out what the SDK itself lifts into it. */
interface Envelope {
  readonly [CLIENT_INFO_META_KEY]?: { readonly name?: string };
  readonly [CLIENT_CAPABILITIES_META_KEY]?: {
    readonly elicitation?: unknown;
    readonly extensions?: Readonly<Record<string, unknown>>;
  };
}

function envelopeOf(mcpReq: ServerContext['mcpReq']): Envelope {
  return (mcpReq.envelope ?? {}) as Envelope;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** The host's line as the SDK wants it. */
function wireTransport(wire: HostWire, onEnd: (reason: WireEnd) => void): Transport {
  const transport: Transport = {
    async start() {
      wire.start({
        onMessage(message) {
          let parsed: JSONRPCMessage;
          try {
            parsed = parseJSONRPCMessage(message);
          } catch {
            // The SDK would drop it without a word; a notification or a response is answered by nobody.
            const isRequest = message.method !== undefined && message.id !== undefined;
            if (isRequest)
              wire.refuse(message.id ?? null, INVALID_REQUEST, 'Invalid request: it does not fit the protocol.');
            return;
          }
          transport.onmessage?.(parsed);
        },
        onEnd(reason) {
          // First, so that what the closing connection aborts is known to end with the server.
          onEnd(reason);
          transport.onclose?.();
        },
      });
    },
    send: (message) => wire.send(message),
    async close() {
      wire.close();
    },
  };
  return transport;
}
