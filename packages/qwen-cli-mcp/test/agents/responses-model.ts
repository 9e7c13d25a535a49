import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What Codex (0.171.0) sends with each request to its model, as far as it is looked at. */
export interface ResponsesRequest {
  readonly input: readonly { readonly type: string; readonly output?: unknown; readonly [field: string]: unknown }[];
  readonly tools: readonly { readonly type: string; readonly name?: string; readonly [field: string]: unknown }[];
}

/** An item of a model's answer: a text, or a call of a tool. */
export type ResponsesItem = Readonly<Record<string, unknown>>;

/** A model that speaks the Responses API on loopback and says what `answer` makes of each request. */
export interface ResponsesModel extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  readonly requests: readonly ResponsesRequest[];
}

export async function startResponsesModel(
  answer: (request: ResponsesRequest) => ResponsesItem,
): Promise<ResponsesModel> {
  const requests: ResponsesRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (incoming.method !== 'POST' || !incoming.url?.endsWith('/responses')) {
      outgoing.writeHead(404).end();
      return;
    }
    const request = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ResponsesRequest;
    requests.push(request);
    const id = `response-${requests.length}`;
    const usage = { input_tokens: 100, output_tokens: 5, total_tokens: 105 };
    const events = [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item: answer(request) },
      { type: 'response.completed', response: { id, usage } },
    ];
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An item that is a text of the model. */
export function textItem(text: string): ResponsesItem {
  return { type: 'message', role: 'assistant', id: 'message-1', content: [{ type: 'output_text', text }] };
}

/** An item that calls a tool of an MCP server, as Codex has its models do it: the server is the namespace. */
export function callItem(server: string, name: string, given: object): ResponsesItem {
  const call = { name, namespace: `mcp__${server}`, arguments: JSON.stringify(given) };
  return { type: 'function_call', id: 'item-1', call_id: 'call-1', ...call };
}
