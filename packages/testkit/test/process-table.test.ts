import { expect, test } from 'vitest';
import {
  createTemporaryFolder,
  endProcesses,
  expectNoProcesses,
  processesWith,
  processMatcher,
  scriptedAgent,
  startLineProcess,
} from '../src/index.js';
import { parsePsListing } from '../src/process-snapshot.js';

const sleeper = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1e6)'] };

test('finds processes by variable, by folder of work, by a variable that names the folder, by command, by id', async () => {
  await using folder = await createTemporaryFolder();
  const { directory } = folder;
  await using marked = await startLineProcess({ ...sleeper, env: { AGENTMOUNT_TEST_ID: directory, OTHER: 'b' } });
  await using working = await startLineProcess({ ...sleeper, cwd: directory });
  await using named = await startLineProcess({ ...sleeper, env: { HOME: `${directory}/home` } });
  await using near = await startLineProcess({ ...sleeper, env: { HOME: `${directory}-not` } });
  const pids = async (selector: Parameters<typeof processesWith>[0]) =>
    (await processesWith(selector)).map(({ pid }) => pid).sort((a, b) => a - b);

  expect(await pids({ environment: { AGENTMOUNT_TEST_ID: directory } })).toEqual([marked.pid]);
  expect(await pids({ environment: { AGENTMOUNT_TEST_ID: directory, OTHER: 'b' } })).toEqual([marked.pid]);
  expect(await pids({ environment: { AGENTMOUNT_TEST_ID: directory, OTHER: 'c' } })).toEqual([]);
  expect(await pids({ folder: directory })).toEqual([marked.pid, working.pid, named.pid].sort((a, b) => a - b));
  expect(await pids({ pids: [near.pid, process.pid] })).toEqual([near.pid]);
  expect(await pids({ commandIncludes: sleeper.args[1] ?? '', environment: { NO: 'NE' } })).toContain(near.pid);
  for (const each of [marked, working, named, near]) each.kill('SIGKILL');
  await expectNoProcesses({ pids: [marked.pid, working.pid, named.pid, near.pid] });
});

test('tells a waiting spare from a leftover, and lists the leftovers', async () => {
  const env = { AGENTMOUNT_TEST_ID: `judge-${process.pid}` };
  await using spare = await startLineProcess({ ...sleeper, env: { ...env, AGENTMOUNT_SPARE: 'yes' } });
  await using leftover = await startLineProcess({ ...sleeper, env });
  const except = processMatcher({ environment: { AGENTMOUNT_SPARE: 'yes' } });
  const judged = expectNoProcesses(env.AGENTMOUNT_TEST_ID, { except, withinMs: 100 });
  await expect(judged).rejects.toThrow(
    new RegExp(
      `1 are:\\n  pid ${leftover.pid}, ppid ${process.pid}, group \\d+, session \\S+, state [RSD]: .*setInterval.* \\[AGENTMOUNT_TEST_ID=${env.AGENTMOUNT_TEST_ID}\\]$`,
    ),
  );
  leftover.kill('SIGKILL');
  const kept = await expectNoProcesses(env.AGENTMOUNT_TEST_ID, { except });
  expect(kept.map(({ pid }) => pid)).toEqual([spare.pid]);
  expect((await endProcesses(env.AGENTMOUNT_TEST_ID)).map(({ pid }) => pid)).toEqual([spare.pid]);
  expect(await spare.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await endProcesses(env.AGENTMOUNT_TEST_ID)).toEqual([]);
});

test('an orphan that its parent left is found, a process that ended is not', async () => {
  const env = { AGENTMOUNT_TEST_ID: `orphan-${process.pid}` };
  await using agent = await scriptedAgent([{ fork: { as: 'daemon' } }]);
  await using parent = await startLineProcess({ command: agent.bin, env });
  await parent.waitForExit();
  const [orphan, ...others] = await processesWith({ environment: env });
  expect(others).toEqual([]);
  expect(orphan?.ppid).not.toBe(parent.pid);
  expect((await agent.runs())[0]?.forked).toEqual([orphan?.pid]);
});

test('reads the listing of ps -E', () => {
  const listing = [
    '    1     0     1 Ss   /sbin/launchd',
    '  812   811   811 S+   /usr/local/bin/node /x/agent.js --flag HOME=/x/home AGENTMOUNT_TEST_ID=abc',
    '  900   812   900 Z    (node)',
    '',
  ].join('\n');
  expect(parsePsListing(listing)).toEqual([
    { pid: 1, ppid: 0, pgid: 1, state: 'S', command: ['/sbin/launchd'], environment: {} },
    {
      pid: 812,
      ppid: 811,
      pgid: 811,
      state: 'S',
      command: ['/usr/local/bin/node', '/x/agent.js', '--flag'],
      environment: { HOME: '/x/home', AGENTMOUNT_TEST_ID: 'abc' },
    },
    { pid: 900, ppid: 812, pgid: 900, state: 'Z', command: ['(node)'], environment: {} },
  ]);
});
