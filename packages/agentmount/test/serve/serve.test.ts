import {
  createQwenHome,
  createTemporaryFolder,
  expectNoProcesses,
  startRawServer,
  startScriptedModel,
  text,
} from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { PROGRAM, startProgram } from '../support/program.js';

it('serves several agents on one line, and ends with its host', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model });
  model.script('say hello', [text('Hello.')]);
  await using server = await startRawServer({
    command: process.execPath,
    args: [PROGRAM, 'serve', 'qwen', 'pi'],
    env: home.env,
    cwd: home.work,
  });
  const { result } = await server.initialize();
  expect(result?.serverInfo).toEqual({ name: 'agentmount', version: expect.any(String) });
  expect(String(result?.instructions).length).toBeLessThan(1500);
  const tools = ((await server.request('tools/list')).result?.tools ?? []) as { name: string }[];
  const ends = ['', '_reply', '_send', '_wait', '_running', '_sessions', '_models', '_history'];
  expect(tools.map(({ name }) => name)).toEqual(['qwen', 'pi'].flatMap((agent) => ends.map((end) => agent + end)));
  const called = await server.request('tools/call', {
    name: 'qwen',
    arguments: { prompt: 'say hello', cwd: home.work },
  });
  expect(JSON.stringify(called.result)).toContain('Hello.');
  await server.dispose();
  await expectNoProcesses(home);
});

it('says on a setting that it does not take what it takes instead, and stops where nothing is safe', async () => {
  await using folder = await createTemporaryFolder();
  const surroundings = { env: { HOME: folder.directory, PATH: '/usr/bin:/bin' }, work: folder.directory };
  const env = { ...surroundings.env, PI_MCP_TIMEOUT_MS: 'soon', PI_MCP_WRAP: "bwrap 'open" };
  await using program = await startProgram(['serve', 'pi'], { ...surroundings, env });
  expect(await program.waitForExit()).toEqual({ code: 2, signal: null });
  const [first, second, ...rest] = program.stderr().trim().split('\n');
  expect(first).toMatch(/^agentmount: PI_MCP_TIMEOUT_MS must be .*; taken instead: none\.$/);
  expect(second).toMatch(/^agentmount serve: PI_MCP_WRAP must be .*; nothing is started, because .*\.$/);
  expect(rest).toEqual([]);
});
