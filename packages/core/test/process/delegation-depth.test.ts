import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { delegationDepth } from '../../src/process/delegation-depth.js';
import { processTable } from '../../src/process/process-table.js';
import { program } from './support.js';

const run = promisify(execFile);

/** What a process says of its depth that is started with `outer` around it and `inner` in its own environment. */
async function depthWith(outer: Record<string, string>, inner: string): Promise<number> {
  const line = `${inner} "$0" "$1"; exit $?`;
  const { stdout } = await run('/bin/sh', ['-c', line, process.execPath, program('depth.mjs')], {
    env: { PATH: '/usr/bin:/bin', ...outer },
  });
  return Number(stdout);
}

test('no agent around us: 0', async () => {
  expect(await depthWith({}, 'env')).toBe(0);
});

test('our own environment tells', async () => {
  expect(await depthWith({}, 'env AGENTMOUNT_DEPTH=2')).toBe(2);
});

test('where a host drops the variable, its own environment tells', async () => {
  expect(await depthWith({ AGENTMOUNT_DEPTH: '3' }, 'env -u AGENTMOUNT_DEPTH')).toBe(3);
});

test('where a host sets it back, the largest holds', async () => {
  expect(await depthWith({ AGENTMOUNT_DEPTH: '3' }, 'env AGENTMOUNT_DEPTH=0')).toBe(3);
});

test('a value that is no count says nothing', async () => {
  expect(await depthWith({ AGENTMOUNT_DEPTH: 'deep' }, 'env AGENTMOUNT_DEPTH=-1')).toBe(0);
  expect(await delegationDepth({ AGENTMOUNT_DEPTH: '1e9' }, processTable())).toBe(0);
});
