import { jsonRpcWriter } from '@agentmount/core';

/** The protocol's lines for stdin. */
export const {
  request: requestLine,
  notification: notificationLine,
  result: resultLine,
  error: errorLine,
} = jsonRpcWriter({ jsonrpc: '2.0' });
