import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ConnectClientOptions, connectClient, type ProgressNotice, waitFor } from '../src/index.js';

const server = {
  command: process.execPath,
  args: [fileURLToPath(new URL('fixtures/echo-server.mjs', import.meta.url))],
  env: { EXIT_WITH: '3' },
};

type Choice = Pick<ConnectClientOptions, 'sdk' | 'protocol'>;
const legacy: [string, Choice][] = [
  ['1.x', { sdk: '1.x' }],
  ['2.x legacy', { sdk: '2.x' }],
];
const all: [string, Choice][] = [
  ...legacy,
  ['2.x auto', { sdk: '2.x', protocol: 'auto' }],
  ['2.x 2026-07-28', { sdk: '2.x', protocol: '2026-07-28' }],
];

test.each(all)('%s: connects, lists, calls and closes', async (_name, choice) => {
  await using client = await connectClient({ ...server, ...choice });
  expect(client.serverInfo).toMatchObject({ name: 'echo-server', version: '9.8.7' });
  expect(client.instructions).toBe('Say something.');
  expect(client.serverCapabilities).toEqual({ tools: {} });
  expect(client.protocolVersion).toBe(choice.protocol === undefined ? '2025-11-25' : '2026-07-28');
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['echo', 'fail', 'count', 'wait', 'ask']);

  const echoed = await client.call('echo', { a: 'ü' });
  expect(echoed).toMatchObject({ text: '{"a":"ü"}', isError: false });
  expect(echoed.meta['echo/length']).toBe(9);
  expect(await client.call('fail')).toMatchObject({ text: 'it failed', isError: true });

  const notices: ProgressNotice[] = [];
  await client.call('count', {}, { onProgress: (notice) => notices.push(notice) });
  expect(notices).toMatchObject([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
  expect(await client.close()).toEqual({ code: 3, signal: null });
});

test.each(all)('%s: an aborted call is cancelled at the server', async (_name, choice) => {
  await using client = await connectClient({ ...server, ...choice });
  const host = new AbortController();
  const call = client.call('wait', {}, { signal: host.signal });
  await waitFor(() => client.stderr().includes('waiting in'), { what: 'the call to arrive' });
  host.abort();
  await expect(call).rejects.toThrow();
  const id = /waiting in (\S+)/.exec(client.stderr())?.[1];
  await waitFor(() => client.stderr().includes(`cancelled ${id}`), { what: 'the cancellation to arrive' });
});

test.each(all)('%s: answers an elicitation, and says who it is', async (_name, choice) => {
  await using client = await connectClient({
    ...server,
    ...choice,
    clientInfo: { name: 'some-host', version: '2.0.0' },
    elicitation: ({ message }) => ({ action: 'accept', content: { sure: message === 'Sure?' } }),
  });
  expect(JSON.parse((await client.call('ask')).text)).toEqual({ action: 'accept', content: { sure: true } });
  if (choice.protocol === undefined) expect(client.stderr()).toMatch(/client some-host \{"elicitation":\{/);
});

test.each(legacy)('%s: a call fails when the server is killed', async (_name, choice) => {
  await using client = await connectClient({ ...server, ...choice });
  const call = client.call('wait');
  await waitFor(() => client.stderr().includes('waiting in'), { what: 'the call to arrive' });
  client.kill('SIGKILL');
  await expect(call).rejects.toThrow(/closed/i);
  expect(await client.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a client that gives up says so', async () => {
  await using client = await connectClient({ ...server, sdk: '1.x' });
  await expect(client.call('wait', {}, { timeoutMs: 50 })).rejects.toThrow(/timed out/i);
});

test('a server that dies at the start is reported with its stderr', async () => {
  const args = ['-e', 'console.error("no licence"); process.exit(4)'];
  await expect(connectClient({ command: process.execPath, args, sdk: '1.x' })).rejects.toThrow(/no licence/);
});

test('what cannot be is refused', async () => {
  await expect(connectClient({ ...server, sdk: '1.x', protocol: 'auto' })).rejects.toThrow(TypeError);
  await expect(connectClient({ command: '/does/not/exist', sdk: '2.x' })).rejects.toThrow(/ENOENT/);
});
