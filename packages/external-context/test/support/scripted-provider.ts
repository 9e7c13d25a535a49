import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificate.js';

/** A request as the provider saw it. */
interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The names of the headers as they were written. */
  readonly rawHeaders: readonly string[];
}

/** What the provider does with a request: a value is answered as JSON, a function does as it likes. */
export type ProviderAnswer = object | ((response: ServerResponse, request: ProviderRequest) => void | Promise<void>);

/** A provider on loopback that answers what the test says. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly ProviderRequest[];
  /** Connections that are open now. */
  readonly connections: ReadonlySet<Socket>;
  /** Replaces what is answered from now on. */
  answer(answer: ProviderAnswer): void;
}

/**
 * Starts a provider that knows nothing until it is told.
 * @param certificate with which it speaks TLS; it speaks in the clear when absent
 */
export async function startScriptedProvider(
  first: ProviderAnswer = { items: [] },
  certificate?: Certificate,
): Promise<ScriptedProvider> {
  let current = first;
  const requests: ProviderRequest[] = [];
  const connections = new Set<Socket>();
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        rawHeaders: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      response.on('error', () => undefined);
      if (typeof current === 'function') void current(response, request);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(current));
    });
  };
  const server =
    certificate === undefined
      ? createServer(listener)
      : createSecureServer({ key: certificate.key, cert: certificate.certificate }, listener);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    connections,
    answer(answer) {
      current = answer;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
