import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../../configuration/base-url.js';
import type { ProxySettings } from './proxy-settings.js';

/**
 * What carries one request. It is used for one search and then destroyed, so no connection is kept and none can be broken
 * when it is wanted again: that would be a failure which only a retry could hide.
 * @param url the address of the request; a proxy is never asked for loopback, since it would see the credential in the clear
 * @param connectTimeoutMs after how long an attempt to connect is given up. The abort of a request does not end a connection
 *   that is being made (undici 8.13.1), so this is what bounds a handshake that hangs.
 */
export function createDispatcher(url: URL, proxies: ProxySettings, connectTimeoutMs: number): Dispatcher {
  // Certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  const tls = { rejectUnauthorized: true, timeout: connectTimeoutMs };
  if (isLoopback(url)) return new Agent({ connect: tls, allowH2: false });
  return new EnvHttpProxyAgent({ ...proxies, connect: tls, requestTls: tls, proxyTls: tls, allowH2: false });
}
