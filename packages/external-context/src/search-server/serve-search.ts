import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import packageManifest from '../../package.json' with { type: 'json' };
import type { ContextProvider } from '../providers/context-provider.js';
import type { LineTransport } from './line-transport.js';
import { callSearchTool, searchToolDefinition } from './search-tool.js';

/**
 * Serves `context_search` to one client, over one line. The only place that knows the MCP SDK.
 * @param timeoutMs longest search
 * @param onEnd called once when the connection is over
 */
export function serveSearch(
  line: LineTransport,
  provider: ContextProvider,
  timeoutMs: number,
  onEnd: () => void,
): void {
  const createServer = () => {
    const server = new Server(
      { name: 'external-context', version: packageManifest.version },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [searchToolDefinition] as never }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (params.name !== searchToolDefinition.name) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool: there is only context_search.');
      }
      const { text, isError } = await callSearchTool(params.arguments, provider, timeoutMs, mcpReq.signal);
      return { content: [{ type: 'text' as const, text }], ...(isError ? { isError } : {}) };
    });
    return server;
  };
  serveStdio(createServer, { transport: sdkTransport(line, onEnd) });
}

function sdkTransport(line: LineTransport, onEnd: () => void): Transport {
  const transport: Transport = {
    async start() {
      line.start({
        onMessage(value) {
          let message: JSONRPCMessage;
          try {
            message = parseJSONRPCMessage(value);
          } catch {
            refuse(line, -32600, 'Invalid request: the message does not fit the protocol.', requestId(value));
            return;
          }
          transport.onmessage?.(message);
        },
        onError: ({ code, message }) => refuse(line, code, message),
        onEnd() {
          transport.onclose?.();
          onEnd();
        },
      });
    },
    send: (message) => line.send(message),
    async close() {
      onEnd();
    },
  };
  return transport;
}

function refuse(line: LineTransport, code: number, message: string, id: string | number | null = null): void {
  void line.send({ jsonrpc: '2.0', id, error: { code, message } });
}

function requestId(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
