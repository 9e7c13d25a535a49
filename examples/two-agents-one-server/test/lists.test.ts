import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, startRawServer } from '@agentmount/testkit';
import { expect, it } from 'vitest';

it('lists the tools of two agents in under 13,000 bytes', async () => {
  await using folder = await createTemporaryFolder();
  const args = [fileURLToPath(new URL('../server.ts', import.meta.url))];
  const env = { PATH: process.env.PATH ?? '', HOME: folder.directory };
  await using server = await startRawServer({ command: process.execPath, args, env, cwd: folder.directory });
  const instructions = String((await server.initialize()).result?.instructions);
  expect((await server.request('tools/list')).result?.tools).toHaveLength(16);
  const line = server.lines.find((candidate) => candidate.includes('"inputSchema"')) ?? '';
  expect(Buffer.byteLength(line)).toBeGreaterThan(1000);
  expect(Buffer.byteLength(line)).toBeLessThan(13_000);
  expect(instructions.length).toBeLessThan(1500);
});
