import {
  connectClient,
  createQwenHome,
  expectNoProcesses,
  hold,
  processMatcher,
  startScriptedModel,
} from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { callProgram, PROGRAM } from '../support/program.js';

it('a person lists the turns of a server, and stops one, from another process', async () => {
  await using model = await startScriptedModel();
  await using home = await createQwenHome({ model, env: { QWEN_MCP_SPARES: '0' } });
  await using client = await connectClient({
    sdk: '1.x',
    command: process.execPath,
    args: [PROGRAM, 'serve', 'qwen', 'pi'],
    env: home.env,
    cwd: home.work,
    clientInfo: { name: 'claude-code', version: '1.0.0' },
  });
  expect((await callProgram(['running'], home)).stdout).toBe('No turn is running.\n');
  const held = hold({ firstWords: 'I begin. ', rest: 'Never heard.' });
  model.script('count to infinity', [held]);
  const call = client.call('qwen', { prompt: 'count to infinity' });
  await held.started;

  const { turns } = JSON.parse((await callProgram(['running', '--json'], home)).stdout);
  expect(turns).toMatchObject([{ agent: 'qwen', state: 'running', cwd: home.work, server: { pid: client.pid } }]);
  const { turn, session } = turns[0];
  expect(await callProgram(['running', 'pi'], home)).toMatchObject({ code: 0, stdout: 'No turn is running.\n' });
  expect(await callProgram(['stop', session], home)).toEqual({
    code: 0,
    stdout: `Stopped qwen ${turn}; session ${session} can be continued.\n`,
    stderr: '',
  });
  expect((await call).text).toContain('[error: a person on this machine stopped the Qwen Code turn]');
  await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });

  const sessions = JSON.parse((await callProgram(['sessions', 'qwen', '--json'], home)).stdout);
  expect(sessions).toMatchObject({ total: 1, sessions: [{ agent: 'qwen', session, status: 'interrupted' }] });
  expect((await callProgram(['history', session], home)).stdout).toContain('count to infinity');
  expect(await callProgram(['stop'], home)).toMatchObject({
    code: 2,
    stderr: 'agentmount stop: name turns or sessions, or give --all. See agentmount stop --help.\n',
  });
});
