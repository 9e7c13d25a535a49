import { ConfigurationError } from './configuration-error.js';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether requests to this address stay on the machine. The host is taken as WHATWG URLs normalise it. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/**
 * Reads the address of a Generic HTTP provider: an origin and nothing else, with https unless it is on loopback.
 * @returns the origin, such as `https://search.example.org:8443`
 * @throws ConfigurationError `baseUrl`
 */
export function readBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw new ConfigurationError('baseUrl');
  // `href` shows what `search` and `hash` hide: a query or a fragment that is there and empty.
  if (url.href !== `${url.origin}/`) throw new ConfigurationError('baseUrl');
  if (url.protocol === 'http:' && !isLoopback(url)) throw new ConfigurationError('baseUrl');
  return url.origin;
}
