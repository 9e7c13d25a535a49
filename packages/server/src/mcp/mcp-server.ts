import {
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { INVALID_REQUEST } from '../stdio/check-message.js';
import type { HostWire, WireEnd } from '../stdio/host-wire.js';
import { callTool } from '../tools/call-tool.js';
import type { CallContext, Tool } from '../tools/tool.js';

/** What a host is told of the server, and the tools that it lists, in this order. */
export interface McpServerOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

/** The key of `_meta` under which a result carries its facts for programs. */
export const REPORT_META_KEY = 'agentmount/report';

/**
 * Makes a protocol server for each connection, of either era of the protocol. The only place that knows the MCP SDK.
 * @returns what the SDK's entries for stdio and HTTP take
 */
export function mcpServerFactory(options: McpServerOptions): McpServerFactory {
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  const listed = options.tools.map(({ name, description, inputSchema, hints }) => {
    return { name, description, inputSchema, annotations: { ...hints } };
  });
  return () => {
    // The SDK's `McpServer` would dump zod's issues on a wrong argument and build schemas with what no host reads.
    const server = new Server(
      { name: options.name, version: options.version },
      { capabilities: { tools: {} }, instructions: options.instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listed as never }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = tools.get(params.name);
      if (tool === undefined) {
        const names = [...tools.keys()].join(', ');
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool ${JSON.stringify(params.name)}; there are ${names}.`,
        );
      }
      const { text, isError, facts } = await callTool(tool, params.arguments, callContext(server, context));
      return {
        content: [{ type: 'text' as const, text }],
        ...(isError ? { isError } : {}),
        ...(facts === undefined ? {} : { _meta: { [REPORT_META_KEY]: facts } }),
      };
    });
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

function callContext(server: Server, { mcpReq }: ServerContext): CallContext {
  const token = mcpReq._meta?.progressToken;
  // The SDK's type of the envelope leaves out the optional client info that the SDK itself lifts into it.
  const envelope = mcpReq.envelope as { readonly [CLIENT_INFO_META_KEY]?: { readonly name?: string } } | undefined;
  const host = envelope?.[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name;
  let progress = 0;
  const notify = async (message: string) => {
    if (token === undefined || mcpReq.signal.aborted) return;
    progress += 1;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } });
  };
  return {
    signal: mcpReq.signal,
    ...(host === undefined ? {} : { host }),
    ...(token === undefined ? {} : { progress: notify }),
  };
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
