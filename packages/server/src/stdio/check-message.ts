import type { RequestId } from './find-request-id.js';

/** A JSON-RPC message whose outer form is right. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Codes of JSON-RPC errors. */
const PARSE_ERROR = -32700;
/** The message is JSON but no message that this protocol has. */
export const INVALID_REQUEST = -32600;

/** A message, or the error that it is answered with. */
export type Checked =
  | { readonly message: Message }
  | { readonly error: { readonly id: RequestId | null; readonly code: number; readonly message: string } };

/** Reads one line of the host. */
export function checkMessage(line: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse(null, 'the line is not JSON', PARSE_ERROR);
  }
  if (Array.isArray(value)) return refuse(null, 'batches are not part of this protocol; send one message a line');
  if (typeof value !== 'object' || value === null) return refuse(null, 'a message is a JSON object');
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const known = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return refuse(known, 'jsonrpc must be "2.0"');
  if ('id' in value && !isId(id) && method !== undefined) return refuse(null, 'id must be a text or a whole number');
  if (method === undefined) {
    if ('result' in value || 'error' in value) return { message: value as Message };
    return refuse(known, 'there is neither a method nor a result nor an error');
  }
  if (typeof method !== 'string') return refuse(known, 'method must be a text');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return refuse(known, 'params must be an object');
  }
  return { message: value as Message };
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function refuse(id: RequestId | null, message: string, code = INVALID_REQUEST): Checked {
  return { error: { id, code, message: `${code === PARSE_ERROR ? 'Parse error' : 'Invalid request'}: ${message}.` } };
}
