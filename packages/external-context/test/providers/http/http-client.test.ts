import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../../src/providers/http/http-client.js';
import { ProviderError } from '../../../src/providers/provider-error.js';
import { CREDENTIAL } from '../../support/configurations.js';
import { type ProviderAnswer, startScriptedProvider } from '../../support/scripted-provider.js';
import { startScriptedProxy } from '../../support/scripted-proxy.js';

const mebibyte = 1024 * 1024;
const filled = (length: number) => JSON.stringify({ items: 'x'.repeat(length - 12) });

/** Posts one search to a provider that answers like this, and says how often it was asked. */
async function post(answer: ProviderAnswer, timeoutMs = 20_000) {
  await using provider = await startScriptedProvider(answer);
  const client = createHttpClient({}, timeoutMs);
  const signal = AbortSignal.timeout(timeoutMs);
  const url = `${provider.origin}/v1/context/search`;
  const outcome = await client
    .post({ url, authorization: `Bearer ${CREDENTIAL}`, body: { query: 'q' }, signal })
    .catch((error: unknown) => error);
  await waitFor(() => provider.connections.size === 0, { what: 'all connections to be closed' });
  return { outcome, requests: [...provider.requests] };
}

function expectFailure(outcome: unknown): void {
  expect(outcome).toBeInstanceOf(ProviderError);
  const { message, cause } = outcome as ProviderError;
  expect(message).toBe('The external context search failed: try again later, or go on without it.');
  expect(cause).toBeUndefined();
}

describe('a request', () => {
  it('is one POST with JSON, and asks for JSON', async () => {
    const { outcome, requests } = await post({ items: [1] });
    expect(outcome).toEqual({ items: [1] });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/context/search',
      body: '{"query":"q"}',
      headers: {
        authorization: `Bearer ${CREDENTIAL}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
    });
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });

  it('is refused when its credential is no header value', async () => {
    const client = createHttpClient({}, 1000);
    const request = { url: 'http://127.0.0.1:9', body: {}, signal: AbortSignal.timeout(20_000) };
    expectFailure(await client.post({ ...request, authorization: 'Bearer a\r\nb' }).catch((error: unknown) => error));
  });
});

describe('an answer', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is not followed', async (status) => {
    await using other = await startScriptedProvider({ items: ['from elsewhere'] });
    const { outcome, requests } = await post((response, { path }) => {
      const location = path === '/v1/context/search' ? `${other.origin}/v1/context/search` : '/again';
      response.writeHead(status, { location }).end('{"items":[]}');
    });
    expectFailure(outcome);
    expect([requests.length, other.requests.length]).toEqual([1, 0]);
  });

  it.each([
    ['a redirect to itself', 307, { location: '/v1/context/search' }],
    ['a redirect to nowhere', 302, {}],
    ['unauthorised', 401, { 'www-authenticate': 'Bearer' }],
    ['forbidden', 403, {}],
    ['not found', 404, {}],
    ['too many requests', 429, { 'retry-after': '0' }],
    ['a server error', 500, {}],
    ['unavailable', 503, { 'retry-after': '0' }],
    ['nothing new', 304, {}],
    ['no content', 204, {}],
  ])('that is %s fails after one request', async (_, status, headers) => {
    const { outcome, requests } = await post((response) => {
      response
        .writeHead(status, headers)
        .end(status === 204 || status === 304 ? undefined : `{"token":"${CREDENTIAL}"}`);
    });
    expectFailure(outcome);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['empty', ''],
    ['a page', '<html><body>Sign in</body></html>'],
    ['JSON with something behind it', '{"items":[]} {'],
    ['a number that JSON does not have', '{"items":NaN}'],
    ['not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['half a character', Buffer.from([0x22, 0xf0, 0x9f, 0x22])],
    ['UTF-16', Buffer.from('{"items":[]}', 'utf16le')],
  ])('that is %s fails', async (_, body) => {
    expectFailure((await post((response) => void response.end(body))).outcome);
  });

  it('needs no content type, and may begin with a byte order mark', async () => {
    const answer: ProviderAnswer = (response) => {
      response.setHeader('content-type', 'text/html');
      response.end('\ufeff{"items":[]}');
    };
    expect((await post(answer)).outcome).toEqual({ items: [] });
  });

  it('may be a mebibyte long and not a byte more, announced or not', async () => {
    for (const header of [{}, { 'content-length': `${mebibyte}` }]) {
      const { outcome } = await post((response) => void response.writeHead(200, header).end(filled(mebibyte)));
      expect(outcome).toEqual(JSON.parse(filled(mebibyte)));
    }
    expectFailure((await post((response) => void response.end(filled(mebibyte + 1)))).outcome);
    expectFailure((await post((response) => void response.writeHead(200).end(filled(mebibyte + 1)))).outcome);
  });

  it('that announces more than a mebibyte is not waited for', async () => {
    const { outcome } = await post((response) => {
      response.writeHead(200, { 'content-length': `${mebibyte + 1}` });
      response.write('{');
    });
    expectFailure(outcome);
  });

  it('is counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * mebibyte, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    const send =
      (body: Buffer): ProviderAnswer =>
      (response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    expectFailure((await post(send(bomb))).outcome);
    expect((await post(send(gzipSync('{"items":[]}')))).outcome).toEqual({ items: [] });
    expectFailure((await post(send(Buffer.from('{"items":[]}')))).outcome);
  });

  it('that ends early or is not HTTP fails', async () => {
    const cutShort: ProviderAnswer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"items":', () => response.destroy());
    };
    const reset: ProviderAnswer = (response) => void response.destroy();
    const garbage: ProviderAnswer = (response) => void response.socket?.end('garbage\r\n\r\n');
    const lied: ProviderAnswer = (response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}${'x'.repeat(1000)}`);
    };
    for (const answer of [cutShort, reset, garbage]) expectFailure((await post(answer)).outcome);
    expect((await post(lied)).outcome).toEqual({});
  });

  it.each<[string, ProviderAnswer]>([
    ['never comes', () => undefined],
    ['never goes on', (response) => void response.writeHead(200).write('{"items":')],
    [
      'drips',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('that %s ends with the deadline, and its connection with it', async (_, answer) => {
    const start = performance.now();
    const { outcome, requests } = await post(answer, 400);
    expectFailure(outcome);
    expect(requests).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('may be nested or crowded without harm', async () => {
    const nested = '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2);
    expect(Array.isArray((await post((response) => void response.end(nested))).outcome)).toBe(true);
    const crowded = JSON.stringify({ items: Array.from({ length: 100_000 }, () => ({})) });
    expect((await post((response) => void response.end(crowded))).outcome).toHaveProperty('items.length', 100_000);
  });
});

describe('a server that hangs in the handshake', () => {
  it('is given up at the deadline, and its socket soon after', async () => {
    const sockets = new Set<unknown>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const request = {
      url: `https://127.0.0.1:${port}/`,
      authorization: 'Bearer x',
      body: {},
      signal: AbortSignal.timeout(500),
    };
    expectFailure(
      await createHttpClient({}, 500)
        .post(request)
        .catch((error: unknown) => error),
    );
    await waitFor(() => sockets.size === 0, { what: 'the socket to be closed', timeoutMs: 20_000 });
    server.close();
  });
});

describe('proxies', () => {
  it('are used for https, by a tunnel', async () => {
    await using provider = await startScriptedProvider();
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
      await using proxy = await startScriptedProxy(provider.port);
      const client = createHttpClient({ [name]: proxy.url }, 20_000);
      const request = { url: 'https://search.example.org/x', authorization: 'Bearer x', body: {} };
      // The scripted provider does not speak TLS: that the tunnel was asked for is what matters here.
      expectFailure(
        await client.post({ ...request, signal: AbortSignal.timeout(20_000) }).catch((error: unknown) => error),
      );
      expect(proxy.asked).toEqual(['CONNECT search.example.org:443']);
    }
    expect(provider.requests).toEqual([]);
  });

  it('are never used for loopback, whatever the variables say', async () => {
    await using provider = await startScriptedProvider({ items: [] });
    await using proxy = await startScriptedProxy(1);
    const client = createHttpClient({ HTTP_PROXY: proxy.url, http_proxy: proxy.url, no_proxy: '' }, 20_000);
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = `http://${host}:${provider.port}/x`;
      expect(
        await client.post({ url, authorization: 'Bearer x', body: {}, signal: AbortSignal.timeout(20_000) }),
      ).toEqual({ items: [] });
    }
    expect(proxy.asked).toEqual([]);
  });

  it('are kept from hosts that the environment excepts', async () => {
    await using proxy = await startScriptedProxy(1);
    const excepted = ['*', 'search.invalid', '.invalid', 'a.example, search.invalid:443'];
    for (const NO_PROXY of excepted) {
      const client = createHttpClient({ HTTPS_PROXY: proxy.url, NO_PROXY }, 20_000);
      const request = {
        url: 'https://search.invalid/',
        authorization: 'Bearer x',
        body: {},
        signal: AbortSignal.timeout(20_000),
      };
      expectFailure(await client.post(request).catch((error: unknown) => error));
    }
    expect(proxy.asked).toEqual([]);
  });

  it('in lower case win, also when they are empty', async () => {
    await using proxy = await startScriptedProxy(1);
    const environment = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: proxy.url, NO_PROXY: '*', no_proxy: '' };
    const request = {
      url: 'https://search.invalid/',
      authorization: 'Bearer x',
      body: {},
      signal: AbortSignal.timeout(20_000),
    };
    expectFailure(
      await createHttpClient(environment, 20_000)
        .post(request)
        .catch((error: unknown) => error),
    );
    expect(proxy.asked).toEqual(['CONNECT search.invalid:443']);
  });

  it.each([
    'socks5://127.0.0.1:1080',
    'socks://proxy',
    'proxy:3128',
    'http://',
    '::',
    'file:///x',
    'user:secret@proxy',
  ])('are refused when they are not http: %s', (proxy) => {
    for (const name of ['http_proxy', 'HTTPS_PROXY']) {
      expect(() => createHttpClient({ [name]: proxy }, 1000)).toThrow(
        /^The proxy settings in the environment are refused/,
      );
    }
    expect(() => createHttpClient({ ALL_PROXY: proxy }, 1000)).not.toThrow();
  });
});

it('nothing is left open by the client itself', async () => {
  await using provider = await startScriptedProvider({ items: [] });
  const client = createHttpClient({}, 20_000);
  const request = {
    url: `${provider.origin}/`,
    authorization: 'Bearer x',
    body: {},
    signal: AbortSignal.timeout(20_000),
  };
  await Promise.all(Array.from({ length: 20 }, () => client.post(request)));
  await waitFor(() => provider.connections.size === 0, { what: 'the connections to be closed' });
  expect(provider.requests).toHaveLength(20);
  // The provider is still there: it was the client that closed.
  const probe = createConnection(provider.port, '127.0.0.1');
  await once(probe, 'connect');
  probe.destroy();
});
