import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isAlive, type ProcessIdentity, processIdentity } from '../../src/process/process-identity.js';

async function own(): Promise<ProcessIdentity> {
  const identity = await processIdentity();
  if (!identity) throw new Error('this process has no identity');
  return identity;
}

describe('the identity of a process', () => {
  test('is plain data that names it for good', async () => {
    const identity = await own();
    expect(JSON.parse(JSON.stringify(identity))).toEqual(identity);
    expect(identity).toMatchObject({ pid: process.pid, host: hostname() });
    expect(identity.startTime).toMatch(/^\d+$/);
    expect(identity.bootId).toMatch(/^[\da-f-]{36}$/);
    expect(identity.pidNamespace).toMatch(/^pid:\[\d+\]$/);
    expect(await processIdentity()).toEqual(identity);
  });

  test('is none where there is no process', async () => {
    for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 30]) expect(await processIdentity(pid)).toBe(undefined);
  });
});

describe('a process is alive', () => {
  test('until it ends, also when nobody has collected it', async () => {
    const child = spawn('/bin/sh', ['-c', 'exec sleep 600']);
    const identity = await processIdentity(child.pid);
    if (!identity) throw new Error('the child has no identity');
    expect(await isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isAlive(identity)).toBe(false);
  });

  test('not when its id belongs to another', async () => {
    const identity = await own();
    expect(await isAlive(identity)).toBe(true);
    expect(await isAlive({ ...identity, startTime: '1' })).toBe(false);
  });

  test('not when the machine was started again since, if anything but its name tells that it is the same', async () => {
    const identity = await own();
    const before = { ...identity, bootId: '00000000-0000-4000-8000-000000000000' };
    expect(await isAlive(before)).toBe(identity.machineId === '');
  });

  test('as far as we know, when it belongs to another machine or another container', async () => {
    const identity = { ...(await own()), startTime: '1' };
    const elsewhere = { ...identity, bootId: '00000000-0000-4000-8000-000000000000' };
    expect(await isAlive({ ...elsewhere, host: 'other' })).toBe(true);
    expect(await isAlive({ ...elsewhere, machineId: 'another' })).toBe(true);
    expect(await isAlive({ ...identity, pidNamespace: 'pid:[1]' })).toBe(true);
    // The same boot is the same machine, whatever it is called by now.
    expect(await isAlive({ ...identity, host: 'renamed' })).toBe(false);
  });

  test('as far as we know, when nobody tells since when', async () => {
    expect(await isAlive({ ...(await own()), startTime: '' })).toBe(true);
  });
});
