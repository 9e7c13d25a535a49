import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import {
  autoRecallConfiguration,
  CREDENTIAL,
  CREDENTIAL_NAME,
  onDemandConfiguration,
  writeConfiguration,
} from '../support/configurations.js';
import { contextOf, createHook, foundItem } from '../support/hook.js';

const posix = process.platform !== 'win32';
const mebibyte = 1024 * 1024;

describe('the hook', () => {
  it('gives context, without HOME, in a time zone of its own, and from a folder that is not the repository', async () => {
    await using hook = await createHook();
    const result = await hook.run({ env: { ...hook.environment, TZ: 'Pacific/Apia' }, cwd: '/' });
    expect(contextOf(result)).toEqual({
      untrusted_external_context: { notice: expect.any(String), items: [foundItem] },
    });
    expect(result.stdout).not.toContain('<');
  });

  it.runIf(posix)('runs through a link to it', async () => {
    await using hook = await createHook();
    symlinkSync(hook.hook, join(hook.folder, 'linked.js'));
    expect(contextOf(await hook.run({}, join(hook.folder, 'linked.js')))).toBeDefined();
  });

  it('may run twice at once', async () => {
    await using hook = await createHook();
    const results = await Promise.all([hook.run(), hook.run()]);
    for (const result of results) expect(contextOf(result)).toBeDefined();
    expect(hook.provider.requests).toHaveLength(2);
  });

  it('says nothing of what went wrong', async () => {
    await using hook = await createHook((response) => void response.writeHead(401).end(CREDENTIAL));
    const result = await hook.run({ env: { ...hook.environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(contextOf(result)).toBeUndefined();
    expect(hook.provider.requests).toHaveLength(1);
  });

  it.each<[string, (environment: Record<string, string>) => Record<string, string>]>([
    ['no configuration', () => ({})],
    ['no credential', ({ [CREDENTIAL_NAME]: _, ...rest }) => rest],
    ['a SOCKS proxy', (environment) => ({ ...environment, HTTPS_PROXY: 'socks5://127.0.0.1:1' })],
  ])('recalls nothing with %s', async (_, change) => {
    await using hook = await createHook();
    expect(contextOf(await hook.run({ env: change(hook.environment) }))).toBeUndefined();
    expect(hook.provider.requests).toEqual([]);
  });

  it('recalls nothing with version 1', async () => {
    await using hook = await createHook();
    const env = writeConfiguration(hook.folder, onDemandConfiguration(hook.provider.origin));
    expect(contextOf(await hook.run({ env }))).toBeUndefined();
  });
});

describe('stdin', () => {
  it('of exactly a mebibyte is read', async () => {
    await using hook = await createHook();
    const event = JSON.stringify({ ...hook.event, prompt: '' });
    const input = JSON.stringify({ ...hook.event, prompt: 'p'.repeat(mebibyte - event.length) });
    expect(Buffer.byteLength(input)).toBe(mebibyte);
    expect(contextOf(await hook.run({ input }))).toBeDefined();
    expect(contextOf(await hook.run({ input: `${input} ` }))).toBeUndefined();
  });

  it('of any length is taken to its end, so that the writer is not cut off', async () => {
    await using hook = await createHook();
    const input = JSON.stringify({ ...hook.event, prompt: 'p'.repeat(6 * mebibyte) });
    const child = spawn(process.execPath, [hook.hook], { env: hook.environment, stdio: 'pipe' });
    const errors: Error[] = [];
    child.stdin.on('error', (error) => errors.push(error));
    child.stdin.end(input);
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['not JSON', '{"hook_event_name":'],
    ['a list', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
  ])('that is %s recalls nothing', async (_, input) => {
    await using hook = await createHook();
    expect(contextOf(await hook.run({ input }))).toBeUndefined();
    expect(hook.provider.requests).toEqual([]);
  });

  it('that repeats a name says what it says last', async () => {
    await using hook = await createHook();
    const input = `{"submitted_prompt":"first",${JSON.stringify({ ...hook.event, submitted_prompt: 'last' }).slice(1)}`;
    expect(contextOf(await hook.run({ input }))).toBeDefined();
    expect(hook.provider.requests[0]?.body).toContain('last');
  });

  it.runIf(posix)('that is closed, a folder or endless recalls nothing', async () => {
    await using hook = await createHook();
    for (const from of ['<&-', '</', '</dev/null']) {
      const child = spawn('/bin/sh', ['-c', `exec "$0" "$1" ${from}`, process.execPath, hook.hook], {
        env: hook.environment,
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (data) => (stdout += data));
      child.stderr.on('data', (data) => (stderr += data));
      expect(await once(child, 'close')).toEqual([0, null]);
      expect([stdout, stderr]).toEqual(['{}', '']);
    }
  });
});

describe('time', () => {
  /** After which the hook would end by itself. */
  const wallClockMs = 6500;

  it('is up for a provider that hangs, and the connection is closed', async () => {
    await using hook = await createHook(() => undefined);
    const env = writeConfiguration(
      hook.folder,
      autoRecallConfiguration(hook.provider.origin, hook.folder, { timeoutMs: 300 }),
    );
    const result = await hook.run({ env });
    expect(contextOf(result)).toBeUndefined();
    expect(hook.provider.requests).toHaveLength(1);
    expect(result.ms).toBeLessThan(wallClockMs);
    await waitFor(() => hook.provider.connections.size === 0, { what: 'the connection to be closed' });
  });

  it('is up for a handshake that hangs: nothing keeps the process', async () => {
    await using hook = await createHook();
    await using server = await startSilentServer();
    const configuration = autoRecallConfiguration(`https://127.0.0.1:${server.port}`, hook.folder, { timeoutMs: 500 });
    const startUp = (await hook.run({ input: '' })).ms;
    const result = await hook.run({ env: writeConfiguration(hook.folder, configuration) });
    expect(contextOf(result)).toBeUndefined();
    // Left to itself, Node.js would wait ten seconds for the handshake.
    expect(result.ms).toBeLessThan(wallClockMs);
    expect(result.ms - startUp).toBeLessThan(500 + 1000 + 2 * startUp);
  });

  it.runIf(posix)('is over when somebody says so', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      await using hook = await createHook(() => undefined);
      const result = await hook.run({
        async whileRunning(child) {
          await waitFor(() => hook.provider.requests.length > 0, { what: 'the search' });
          child.kill(signal);
        },
      });
      expect(contextOf(result)).toBeUndefined();
    }
  });
});

it.runIf(posix)('a reader that left is no reason to complain', async () => {
  await using hook = await createHook();
  const child = spawn(process.execPath, [hook.hook], { env: hook.environment, stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  child.stdout.destroy();
  child.stdin.end(JSON.stringify(hook.event));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(stderr).toBe('');
});

it('a folder that cannot be written to is enough', async () => {
  await using hook = await createHook();
  mkdirSync(join(hook.folder, 'read-only'), { mode: 0o555 });
  expect(contextOf(await hook.run({ cwd: join(hook.folder, 'read-only') }))).toBeDefined();
});

/** Accepts connections and never says a word. */
async function startSilentServer() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
