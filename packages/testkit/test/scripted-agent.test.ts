import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  endProcesses,
  expectNoProcesses,
  scriptedAgent,
  snapshotProcesses,
  startLineProcess,
  waitFor,
} from '../src/index.js';

test('prints a version, and records how it was run', async () => {
  await using agent = await scriptedAgent([{ exit: 3 }], { name: 'someagent', version: '4.5.6-beta' });
  expect(agent.bin).toMatch(/\/someagent$/);
  await using version = await startLineProcess({ command: agent.bin, args: ['--version'] });
  expect(await version.waitForExit()).toEqual({ code: 0, signal: null });
  await waitFor(() => version.lines.length === 1, { what: 'the version' });
  expect(version.lines).toEqual(['4.5.6-beta']);
  expect(version.stderr()).toBe('');
  await using run = await startLineProcess({
    command: agent.bin,
    args: ['-p', 'ü x'],
    env: { A: '1' },
    cwd: agent.directory,
  });
  expect(await run.waitForExit()).toEqual({ code: 3, signal: null });
  const runs = await agent.runs();
  expect(runs.map((entry) => entry.arguments)).toEqual([['--version'], ['-p', 'ü x']]);
  expect(runs[1]).toMatchObject({
    pid: run.pid,
    environment: { A: '1' },
    cwd: agent.directory,
    input: [],
    inputEnded: false,
  });
});

test('plays a handshake with captured ids, turn after turn', async () => {
  await using agent = await scriptedAgent([
    { expect: { type: 'control_request', 'request.subtype': 'initialize' }, capture: { request_id: 'request_id' } },
    { say: { type: 'control_response', response: { request_id: '{request_id}', session_id: '{uuid}' } } },
    {
      untilInputEnds: [
        { expect: { type: 'user' }, capture: { words: 'message.content.0.text' } },
        { say: '{"heard":"{words}","by":{pid},"kept":"{nobody}"}' },
      ],
    },
    { stderr: 'bye from {pid}\n' },
    { exit: 9 },
  ]);
  await using run = await startLineProcess({ command: agent.bin });
  await run.write('not json\n{"type":"control_request","request_id":7,"request":{"subtype":"initialize"}}\n');
  for (const text of ['one', 'two']) {
    await run.write(`${JSON.stringify({ type: 'user', message: { content: [{ text }] } })}\n`);
  }
  run.endInput();
  expect(await run.waitForExit()).toEqual({ code: 9, signal: null });
  await run.outputEnded;
  const [hello, ...turns] = run.lines.map((line) => JSON.parse(line));
  expect(hello.response).toEqual({ request_id: 7, session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(turns).toEqual(['one', 'two'].map((heard) => ({ heard, by: run.pid, kept: '{nobody}' })));
  expect(run.stderr()).toBe(`bye from ${run.pid}\n`);
  const [record] = await agent.runs();
  expect(record?.input).toHaveLength(4);
  expect(record?.inputEnded).toBe(true);
});

test('waits at a gate with half a line written, and every run can differ', async () => {
  await using agent = await scriptedAgent(({ gate }) => [
    [{ touch: gate('here') }, { write: 'half a ' }, { waitForFile: gate('go') }, { writeBytes: btoa('line\n\xff\n') }],
    [{ die: 'SIGKILL' }],
  ]);
  await using first = await startLineProcess({ command: agent.bin });
  await waitFor(() => existsSync(join(agent.directory, 'here')), { what: 'the run to begin' });
  expect(first.lines).toEqual([]);
  await agent.open('go');
  expect(await first.waitForExit()).toEqual({ code: 0, signal: null });
  await first.outputEnded;
  expect(first.lines).toEqual(['half a line', '\ufffd']);
  for (const _again of [1, 2]) {
    await using later = await startLineProcess({ command: agent.bin });
    expect(await later.waitForExit()).toEqual({ code: null, signal: 'SIGKILL' });
  }
});

test('survives SIGTERM, or does something about it', async () => {
  await using agent = await scriptedAgent(({ gate }) => [
    { onSignal: 'SIGTERM', do: [] },
    { onSignal: 'SIGINT', do: [{ say: 'interrupted' }, { exit: 130 }] },
    { touch: gate('ready') },
    { hang: true },
  ]);
  await using run = await startLineProcess({ command: agent.bin });
  await waitFor(() => existsSync(join(agent.directory, 'ready')), { what: 'the handlers' });
  run.kill('SIGTERM');
  await waitFor(async () => (await agent.runs())[0]?.signals.includes('SIGTERM'), { what: 'the signal' });
  run.kill('SIGINT');
  expect(await run.waitForExit()).toEqual({ code: 130, signal: null });
  await run.outputEnded;
  expect(run.lines).toEqual(['interrupted']);
});

test('floods', async () => {
  await using agent = await scriptedAgent([
    { flood: { bytes: 3_000_000, lineBytes: 1_000_000 } },
    { flood: { bytes: 600, lineBytes: 200 } },
  ]);
  await using run = await startLineProcess({ command: agent.bin });
  await run.waitForExit();
  await run.outputEnded;
  expect(run.lines.map((line) => line.length + 1)).toEqual([...Array(3).fill(1_000_000), ...Array(3).fill(200)]);
  expect(new Set(run.lines).size).toBe(6);
});

test('never reads its stdin, and closes its stdout, when told to', async () => {
  await using agent = await scriptedAgent(({ gate }) => [
    { closeOutput: true },
    { touch: gate('closed') },
    { hang: true },
  ]);
  await using run = await startLineProcess({ command: agent.bin });
  await run.outputEnded;
  await waitFor(() => existsSync(join(agent.directory, 'closed')), { what: 'the run to go on' });
  let taken = false;
  void run.write('x'.repeat(1_000_000)).then(
    () => {
      taken = true;
    },
    () => undefined,
  );
  expect((await agent.runs())[0]?.input).toEqual([]);
  expect(taken).toBe(false);
  run.kill('SIGKILL');
});

test.each(['group', 'session', 'daemon'] as const)('leaves a child behind: %s', async (as) => {
  await using agent = await scriptedAgent(({ gate }) => [
    { fork: { as, ignoreSigterm: true } },
    { fork: { as, clearEnvironment: true, holdOutput: true } },
    { waitForFile: gate('go') },
  ]);
  await using run = await startLineProcess({
    command: agent.bin,
    env: { AGENTMOUNT_TEST_ID: agent.directory },
    detached: true,
  });
  const forked = await waitFor(
    async () => {
      const pids = (await agent.runs())[0]?.forked ?? [];
      return pids.length === 2 && pids;
    },
    { what: 'two children' },
  );
  const table = await snapshotProcesses();
  const children = forked.map((pid) => table.find((process) => process.pid === pid));
  const own = table.find(({ pid }) => pid === run.pid);
  for (const child of children) {
    expect(child?.pgid === own?.pgid).toBe(as === 'group');
    if (process.platform === 'linux') expect(child?.sid === own?.sid).toBe(as === 'group');
    expect(child?.ppid === run.pid).toBe(as !== 'daemon');
  }
  expect(children[0]?.environment.AGENTMOUNT_TEST_ID).toBe(agent.directory);
  expect(children[1]?.environment).toEqual({});

  await agent.open('go');
  await run.waitForExit();
  process.kill(forked[0] ?? 0, 'SIGTERM');
  await expect(expectNoProcesses(agent.directory, { withinMs: 200 })).rejects.toThrow(`pid ${forked[0]}`);
  const ended = await endProcesses({ commandIncludes: agent.directory });
  expect(ended.map(({ pid }) => pid).sort()).toEqual([...forked].sort());
  await run.outputEnded;
});
