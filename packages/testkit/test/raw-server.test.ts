import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTemporaryFolder, startRawServer } from '../src/index.js';

const server = {
  command: process.execPath,
  args: [fileURLToPath(new URL('fixtures/echo-server.mjs', import.meta.url))],
};

test('speaks by hand, politely and not', async () => {
  await using raw = await startRawServer(server);
  expect((await raw.initialize({ capabilities: { roots: {} } })).result).toMatchObject({
    protocolVersion: '2025-11-25',
  });
  expect(raw.stderr()).toContain('client raw-client {"roots":{}}');
  expect((await raw.request('tools/list')).result?.tools).toHaveLength(5);
  await raw.send('rubbish');
  await raw.send({
    jsonrpc: '2.0',
    id: 77,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: '\u2028' } },
  });
  expect((await raw.next(({ id }) => id === 77)).result?.content).toEqual([
    { type: 'text', text: '{"text":"\u2028"}' },
  ]);
  expect(raw.lines).toContain('not JSON: rubbish');
  expect(raw.messages).toHaveLength(raw.lines.length - 1);
  raw.endInput();
  expect(await raw.waitForExit()).toEqual({ code: 0, signal: null });
});

test('a message is taken once, and a missing one is named', async () => {
  await using raw = await startRawServer(server);
  await raw.initialize();
  await expect(raw.next(({ id }) => id === 'raw-1', 20)).rejects.toThrow(/id === ["']raw-1["'][\s\S]*protocolVersion/);
});

test('closing our end of stdout breaks the next write of the server', async () => {
  await using folder = await createTemporaryFolder();
  const file = join(folder.directory, 'epipe');
  await using raw = await startRawServer({ ...server, env: { EPIPE_FILE: file } });
  await raw.initialize();
  raw.closeOutput();
  await raw.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(await raw.waitForExit()).toEqual({ code: 7, signal: null });
  expect(await readFile(file, 'utf8')).toBe('EPIPE');
});
