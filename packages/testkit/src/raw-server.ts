import { type LineProcess, type LineProcessOptions, startLineProcess } from './line-process.js';
import { waitFor } from './wait-for.js';

/** A JSON-RPC message as it is on the wire, nothing checked. */
export interface RawMessage {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A server process that the test speaks to by hand. */
export interface RawServer extends LineProcess {
  /** Every line of stdout that was JSON, in order. `lines` has all of them. */
  readonly messages: readonly RawMessage[];
  /** Sends one line: an object as JSON, a string as it stands. */
  send(message: object | string): Promise<void>;
  /** Sends a request under a new id and gives its whole response, be it `result` or `error`. */
  request(method: string, params?: Record<string, unknown>, timeoutMs?: number): Promise<RawMessage>;
  /** The first message, past or future, that fits and that no `next()` has taken yet. @throws Error that shows the last lines */
  next(fits: (message: RawMessage) => boolean, timeoutMs?: number): Promise<RawMessage>;
  /** The handshake of 2025-11-25 and before; gives the response to `initialize`. */
  initialize(params?: Record<string, unknown>): Promise<RawMessage>;
}

/** Starts a server and checks nothing: for tests that are hostile, or that speak a revision by hand. */
export async function startRawServer(options: LineProcessOptions): Promise<RawServer> {
  const process = await startLineProcess(options);
  const messages: RawMessage[] = [];
  const taken = new Set<RawMessage>();
  let lastId = 0;
  process.onLine((line) => {
    try {
      messages.push(JSON.parse(line) as RawMessage);
    } catch {
      // Not JSON: the test finds it in `lines`.
    }
  });
  const send = (message: object | string) =>
    process.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const next = async (fits: (message: RawMessage) => boolean, timeoutMs = 60_000) => {
    const found = await waitFor(() => messages.find((message) => !taken.has(message) && fits(message)), {
      timeoutMs,
      what: () =>
        `a message that fits ${String(fits)}; the last lines: ${process.lines.slice(-5).join('\n')}; stderr: ${process.stderr().slice(-1000)}`,
    });
    taken.add(found);
    return found;
  };
  const request = async (method: string, params: Record<string, unknown> = {}, timeoutMs = 60_000) => {
    lastId += 1;
    const id = `raw-${lastId}`;
    await send({ jsonrpc: '2.0', id, method, params });
    return next((message) => message.id === id && message.method === undefined, timeoutMs);
  };
  return {
    ...process,
    messages,
    send,
    next,
    request,
    async initialize(params = {}) {
      const clientInfo = { name: 'raw-client', version: '1.0.0' };
      const response = await request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo,
        ...params,
      });
      await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return response;
    },
  };
}
