import { type Dispatcher, fetch } from 'undici';
import type { Environment } from '../../configuration/environment.js';
import { ProviderError } from '../provider-error.js';
import { createDispatcher } from './dispatcher.js';
import { readProxySettings } from './proxy-settings.js';
import { readBody } from './read-body.js';

/** One request of a search. */
export interface SearchRequest {
  /** Absolute address. */
  readonly url: string;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  /** Sent as JSON. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** Sends searches. */
export interface HttpClient {
  /**
   * Posts JSON and returns the JSON of the answer.
   * @throws ProviderError for any status but 2xx (a redirect included, which is not followed), an answer that is longer than
   *   1 MiB, not UTF-8 or not JSON, an abort, and whatever else can go wrong
   */
  post(request: SearchRequest): Promise<unknown>;
}

/**
 * Makes a client for the proxies that the environment names.
 * @param connectTimeoutMs after how long an attempt to connect is given up
 * @throws ConfigurationError `proxy`
 */
export function createHttpClient(environment: Environment, connectTimeoutMs: number): HttpClient {
  const proxies = readProxySettings(environment);
  return {
    async post(request) {
      const dispatcher = createDispatcher(new URL(request.url), proxies, connectTimeoutMs);
      try {
        return await send(request, dispatcher);
      } catch {
        throw new ProviderError();
      } finally {
        void dispatcher.destroy().catch(() => undefined);
      }
    },
  };
}

async function send(request: SearchRequest, dispatcher: Dispatcher): Promise<unknown> {
  const response = await fetch(request.url, {
    method: 'POST',
    headers: { authorization: request.authorization, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
    redirect: 'manual',
    signal: request.signal,
    dispatcher,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderError();
  }
  return JSON.parse(await readBody(response));
}
