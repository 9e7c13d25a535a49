/** A JSON object whose fields may be anything. */
export type Frame = Readonly<Record<string, unknown>>;

/** Id of a request, by whichever side made it. 0 and the empty string are ids like any other. */
export type RequestId = string | number;

/** One line of the wire, sorted. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'response'; readonly id: RequestId; readonly result: unknown; readonly error: unknown }
  /** `frame` says what it was, for the count of what was not understood. */
  | { readonly kind: 'unknown'; readonly frame: string };

/** What can be told of a line of which only the beginning is there. */
export type LostMessage =
  | { readonly kind: 'response'; readonly id: RequestId | undefined }
  /** Without an id it may still have been a request: the id can stand behind the parameters. */
  | { readonly kind: 'call'; readonly method: string; readonly id: RequestId | undefined };

/** JSON-RPC's code for a method that the receiver has not. */
export const METHOD_NOT_FOUND = -32601;

export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a line of stdout. */
export function readMessage(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'unknown', frame: 'not JSON' };
  }
  if (!isFrame(value)) return { kind: 'unknown', frame: 'not JSON-RPC' };
  const { method, params, result, error } = value;
  const id = asRequestId(value.id);
  if (typeof method === 'string') {
    return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
  }
  if (id === undefined || (result === undefined && error === undefined))
    return { kind: 'unknown', frame: 'not JSON-RPC' };
  return { kind: 'response', id, result, error };
}

const LEADING_FIELD = /[{,]\s*"(jsonrpc|id|method)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*/y;

/** Reads the beginning of a line that was too long. */
export function readLost(head: string): LostMessage {
  const found = new Map<string, unknown>();
  LEADING_FIELD.lastIndex = head.length - head.trimStart().length;
  for (let match = LEADING_FIELD.exec(head); match; match = LEADING_FIELD.exec(head)) {
    found.set(match[1] ?? '', parsed(match[2] ?? ''));
  }
  const method = found.get('method');
  const id = asRequestId(found.get('id'));
  return typeof method === 'string' ? { kind: 'call', method, id } : { kind: 'response', id };
}

/** One line for stdin. JSON keeps it one line: LF and lone surrogates leave as escapes. */
export function requestLine(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function notificationLine(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function resultLine(id: RequestId, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorLine(id: RequestId, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

function asRequestId(value: unknown): RequestId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
