import { jsonRpcWriter } from '@agentmount/core';

/** The thread that a lost notification is about, where its beginning tells. */
export const lostThread = (head: string): string | undefined => /"threadId"\s*:\s*"([^"\\]+)"/.exec(head)?.[1];

/** app-server's lines for stdin (codex 0.171.0): JSON-RPC without its `jsonrpc` field. */
export const {
  request: requestLine,
  notification: notificationLine,
  result: resultLine,
  error: errorLine,
} = jsonRpcWriter({});
