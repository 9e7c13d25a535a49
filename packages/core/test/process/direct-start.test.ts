import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DirectStart } from '../../src/index.js';
import { directStart } from '../../src/process/direct-start.js';

const DIRECT: DirectStart = {
  launcher: 'entry.js',
  script: 'main.js',
  nodeArgs: ['--expose-gc'],
  heapShare: 0.5,
  env: { NO_RELAUNCH: 'true', ENTRY: '{launcher}' },
  unless: () => [],
};

let folder: string;
const environment = { PATH: process.env.PATH ?? '' };

beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-direct-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'lib'));
  await writeFile(join(folder, 'lib', 'entry.js'), '#!/usr/bin/env node\nconsole.log(1)\n');
  await chmod(join(folder, 'lib', 'entry.js'), 0o755);
  await writeFile(join(folder, 'lib', 'main.js'), 'console.log(2)\n');
  await symlink(join(folder, 'lib', 'entry.js'), join(folder, 'bin', 'agent'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (direct: DirectStart = DIRECT, unless: readonly string[] = []) => {
  const path = join(folder, 'bin', 'agent');
  return directStart({ command: path, args: [], path }, direct, { environment, unless });
};

describe('directStart', () => {
  it('finds the script behind the launcher, with the launcher’s arguments and variables', async () => {
    const found = await start();
    expect(found?.command).toMatch(/node$/);
    expect(found?.args[0]).toBe('--expose-gc');
    expect(found?.args.at(-1)).toBe(join(folder, 'lib', 'main.js'));
    expect(found?.env).toEqual({ NO_RELAUNCH: 'true', ENTRY: join(folder, 'lib', 'entry.js') });
    for (const heap of found?.args.slice(1, -1) ?? []) expect(heap).toMatch(/^--max-old-space-size=\d+$/);
  });

  it('leaves the launcher alone whenever anything is not as described', async () => {
    expect(await start({ ...DIRECT, launcher: 'other.js' })).toBeUndefined();
    expect(await start({ ...DIRECT, script: 'missing.js' })).toBeUndefined();
    expect(await start(DIRECT, [join(folder, 'lib')])).toBeUndefined();
    expect(await start(DIRECT, [join(folder, 'nothing')])).toBeDefined();
    await writeFile(join(folder, 'lib', 'entry.js'), '#!/bin/sh\nexec node main.js\n');
    expect(await start()).toBeUndefined();
  });
});
