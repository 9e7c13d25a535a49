import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { qwenAdapter } from '@agentmount/adapter-qwen';
import type { AgentAdapter } from '@agentmount/core';
import { createTemporaryFolder } from '@agentmount/testkit';
import { expect, it } from 'vitest';
import { history, type RunCommand, running, sessions, stop } from '../../src/index.js';
import { runCommand } from '../support.js';

const adapters = [qwenAdapter as AgentAdapter];
const UNKNOWN = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

const call = (command: RunCommand, home: string, ...args: readonly string[]) =>
  runCommand(command, { adapters, args, env: { HOME: home, PATH: '/usr/bin:/bin' }, cwd: home }, {});

it('nothing is known where nothing has ever run', async () => {
  await using folder = await createTemporaryFolder('commands');
  const home = folder.directory;
  expect(await call(running, home)).toEqual({ code: 0, stdout: 'No turn is running.\n', stderr: '' });
  expect(JSON.parse((await call(running, home, '--json')).stdout)).toEqual({ turns: [], leftovers: [] });
  expect(await call(stop, home, '--all')).toEqual({ code: 0, stdout: 'No turn is running.\n', stderr: '' });
  // Looking makes no folder.
  expect(await readdir(home)).toEqual([]);
  expect(await call(sessions, home)).toEqual({ code: 0, stdout: 'No session is known.\n', stderr: '' });
  expect(JSON.parse((await call(sessions, home, '--json')).stdout)).toEqual({ total: 0, sessions: [] });
  const nowhere = await call(history, home, UNKNOWN);
  expect(nowhere).toMatchObject({ code: 1, stdout: '' });
  expect(nowhere.stderr).toMatch(/^tool history: session: no file of 0927adc5.*\.\n$/);
});

it.each<[RunCommand, readonly string[], RegExp]>([
  [running, ['quen'], /there is no agent "quen"/],
  [stop, [], /name turns or sessions, or give --all/],
  [stop, ['tabcd', '--all'], /name turns or sessions, or give --all/],
  [sessions, ['--limit', '0'], /--limit must be a whole number from 1, and is "0"/],
  [sessions, ['--cwd'], /--cwd.*argument missing; it takes --cwd, --limit, --json/],
  [history, [], /name one session/],
  [history, [UNKNOWN, UNKNOWN], /name one session/],
])('words that mean nothing are refused: %o %j', async (command, args, reason) => {
  const { code, stdout, stderr } = await call(command, '/home/me', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/ See tool \w+ --help\.\n$/);
});

it('a session id that is none is refused', async () => {
  const { code, stderr } = await call(history, '/home/me', 'no such');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'tool history: "no such" is no session id of qwen.\n' });
});

it('a state folder that cannot be read is named', async () => {
  await using folder = await createTemporaryFolder('commands');
  await writeFile(join(folder.directory, '.local'), 'in the way');
  const { code, stderr } = await call(running, folder.directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tool running: ENOTDIR: .*; tool doctor says what can be used\.\n$/);
});

it('every command explains itself', async () => {
  for (const command of [running, stop, sessions, history]) {
    const { code, stdout } = await call(command, '/home/me', '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: tool \w+ /);
  }
});
