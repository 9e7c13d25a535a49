import { type LineProcess, type LineProcessOptions, startLineProcess } from './line-process.js';

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
  /** Takes a message, or says that it is not the one that is waited for. Told at once, so that what a test times is the server. */
  const waiting = new Set<(message: RawMessage) => boolean>();
  let lastId = 0;
  process.onLine((line) => {
    try {
      const message = JSON.parse(line) as RawMessage;
      messages.push(message);
      for (const offer of waiting) if (offer(message)) break;
    } catch {
      // Not JSON: the test finds it in `lines`.
    }
  });
  const send = (message: object | string) =>
    process.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const next = (fits: (message: RawMessage) => boolean, timeoutMs = 60_000) =>
    new Promise<RawMessage>((resolve, reject) => {
      const offer = (message: RawMessage) => {
        if (taken.has(message) || !fits(message)) return false;
        taken.add(message);
        clearTimeout(timer);
        waiting.delete(offer);
        resolve(message);
        return true;
      };
      const timer = setTimeout(() => {
        waiting.delete(offer);
        const last = `the last lines: ${process.lines.slice(-5).join('\n')}; stderr: ${process.stderr().slice(-1000)}`;
        reject(new Error(`Waited ${timeoutMs} ms for a message that fits ${String(fits)}; ${last}`));
      }, timeoutMs);
      waiting.add(offer);
      messages.some(offer);
    });
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
