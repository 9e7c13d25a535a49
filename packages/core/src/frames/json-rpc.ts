import { isFields, parseFields } from '../contract/frame-fields.js';

/** Id of a request, by whichever side made it. 0 and the empty string are ids like any other. */
export type RequestId = string | number;

/** One line of a JSON-RPC wire, sorted. */
export type JsonRpcMessage =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** `error` is undefined when the request succeeded. */
  | { readonly kind: 'response'; readonly id: RequestId; readonly result: unknown; readonly error: unknown }
  /** `frame` says what it was, for the count of what was not understood. */
  | { readonly kind: 'unknown'; readonly frame: string };

/** What can be told of a line of which only the beginning is there. */
export type LostJsonRpcMessage =
  | { readonly kind: 'response'; readonly id: RequestId | undefined }
  /** Without an id it may still have been a request: the id can stand behind the parameters. */
  | { readonly kind: 'call'; readonly method: string; readonly id: RequestId | undefined };

/** JSON-RPC's code for a method that the receiver has not. */
export const METHOD_NOT_FOUND = -32601;

/** Reads a line of stdout. Its `jsonrpc` field is not asked for: some agents leave it out. */
export function readJsonRpc(line: string): JsonRpcMessage {
  const frame = parseFields(line);
  if (frame === undefined) return { kind: 'unknown', frame: 'not JSON-RPC' };
  const { method, params, result, error } = frame;
  const id = asRequestId(frame.id);
  if (typeof method === 'string') {
    return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
  }
  if (id === undefined || (result === undefined && error === undefined))
    return { kind: 'unknown', frame: 'not JSON-RPC' };
  return { kind: 'response', id, result, error };
}

const LEADING_FIELD = /[{,]\s*"(jsonrpc|id|method)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*/y;

/** Reads the beginning of a line that was too long. */
export function readLostJsonRpc(head: string): LostJsonRpcMessage {
  const found = new Map<string, unknown>();
  LEADING_FIELD.lastIndex = head.length - head.trimStart().length;
  for (let match = LEADING_FIELD.exec(head); match; match = LEADING_FIELD.exec(head)) {
    const value = parseFields(`{"value":${match[2]}}`);
    found.set(match[1] ?? '', isFields(value) ? value.value : undefined);
  }
  const method = found.get('method');
  const id = asRequestId(found.get('id'));
  return typeof method === 'string' ? { kind: 'call', method, id } : { kind: 'response', id };
}

/** Makes the lines for stdin. JSON keeps each one line: LF and lone surrogates leave as escapes. */
export interface JsonRpcWriter {
  request(id: number, method: string, params: object): string;
  notification(method: string, params?: object): string;
  result(id: RequestId, result: object): string;
  error(id: RequestId, code: number, message: string): string;
}

/** @param header what stands first in every message: `{ jsonrpc: '2.0' }`, or nothing for agents that leave it out */
export function jsonRpcWriter(header: { readonly jsonrpc?: '2.0' }): JsonRpcWriter {
  return {
    request: (id, method, params) => JSON.stringify({ ...header, id, method, params }),
    notification: (method, params) => JSON.stringify({ ...header, method, params }),
    result: (id, result) => JSON.stringify({ ...header, id, result }),
    error: (id, code, message) => JSON.stringify({ ...header, id, error: { code, message } }),
  };
}

function asRequestId(value: unknown): RequestId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
