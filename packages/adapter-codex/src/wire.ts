import { isFields, parseFields } from '@agentmount/core';

/** What identifies a request: ours are numbers from 1, codex's are numbers from 0. */
export type RequestId = string | number;

/** One line of app-server's wire (codex 0.171.0): JSON-RPC without its `jsonrpc` field. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** `error` is undefined when the request succeeded. */
  | { readonly kind: 'response'; readonly id: RequestId; readonly result: unknown; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly frame: string };

/** What can be known of a line of which only the beginning is there. An error's id stands behind it, so it is lost with it. */
export type LostMessage =
  | { readonly kind: 'call'; readonly method: string; readonly id: RequestId | undefined }
  | { readonly kind: 'response'; readonly id: RequestId | undefined };

export const METHOD_NOT_FOUND = -32601;

export function readMessage(line: string): Message {
  const frame = parseFields(line);
  if (frame === undefined) return { kind: 'unknown', frame: 'not JSON' };
  const { method, params, result, error } = frame;
  const id = asRequestId(frame.id);
  if (typeof method === 'string') {
    return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
  }
  if (id === undefined || (result === undefined && error === undefined))
    return { kind: 'unknown', frame: 'no message' };
  return { kind: 'response', id, result, error };
}

const LEADING_FIELD = /[{,]\s*"(id|method)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*/y;

/** Reads the beginning of a line that was too long. */
export function readLost(head: string): LostMessage {
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

/** The thread that a lost notification is about, where its beginning tells. */
export const lostThread = (head: string): string | undefined => /"threadId"\s*:\s*"([^"\\]+)"/.exec(head)?.[1];

/** One line for stdin. JSON keeps it one line: LF and lone surrogates leave as escapes. */
export function requestLine(id: number, method: string, params: object): string {
  return JSON.stringify({ id, method, params });
}

export function notificationLine(method: string): string {
  return JSON.stringify({ method });
}

export function resultLine(id: RequestId, result: object): string {
  return JSON.stringify({ id, result });
}

export function errorLine(id: RequestId, code: number, message: string): string {
  return JSON.stringify({ id, error: { code, message } });
}

function asRequestId(value: unknown): RequestId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
