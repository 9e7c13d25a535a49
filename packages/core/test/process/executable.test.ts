import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findExecutable } from '../../src/process/executable.js';
import { Refusal } from '../../src/runner/refusal.js';

const install = 'npm install -g mint';
let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentmount-test-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, mode = 0o755): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, '#!/bin/sh\n');
  chmodSync(whole, mode);
  return whole;
}

/** The sentence with which a name or path is refused. */
async function refusal(
  nameOrPath: string,
  environment: Record<string, string> = {},
  setting?: string,
): Promise<string> {
  const error = await findExecutable(nameOrPath, { environment, install, ...(setting && { setting }) }).catch(
    (problem) => problem,
  );
  expect(Refusal.is(error) && error.code).toBe('executable');
  return error.message;
}

describe('a name', () => {
  test('is looked up in the directories of PATH, in order', async () => {
    const second = put('two/mint');
    const first = put('one/mint');
    const search = (...names: string[]) => ({
      environment: { PATH: names.map((name) => join(folder, name)).join(':') },
      install,
    });
    expect(await findExecutable('mint', search('none', 'one', 'two'))).toEqual({
      command: first,
      args: [],
      path: first,
    });
    expect(await findExecutable('mint', search('two', 'one'))).toEqual({ command: second, args: [], path: second });
  });

  test('passes over what may not be run, as a shell does', async () => {
    put('one/mint', 0o644);
    mkdirSync(join(folder, 'two/mint'), { recursive: true });
    const fit = put('three/mint');
    const PATH = ['one', 'two', 'three'].map((name) => join(folder, name)).join(':');
    expect((await findExecutable('mint', { environment: { PATH }, install })).path).toBe(fit);
  });

  test('is not found: the sentence has the PATH, what came close, and how to go on', async () => {
    const unfit = put('one/mint', 0o644);
    const PATH = `${folder}/one:/nowhere`;
    expect(await refusal('mint', { PATH })).toBe(
      `cannot find mint on the PATH, which is ${PATH} (${unfit} is there, but it is not executable (chmod +x ${unfit} makes it so)); ` +
        'install it with "npm install -g mint", or give its absolute path.',
    );
    expect(await refusal('mint', {}, 'MINT_MCP_BIN')).toBe(
      'cannot find mint on the PATH, which is empty; install it with "npm install -g mint", or set MINT_MCP_BIN to its absolute path.',
    );
    expect((await refusal('mint', { PATH: '/nowhere:'.repeat(1_000) })).length).toBeLessThan(600);
  });

  test('is not looked up in relative directories, which would mean another program everywhere', async () => {
    put('mint');
    const PATH = `${relative(process.cwd(), folder)}::.`;
    expect(await refusal('mint', { PATH })).toContain('cannot find mint');
  });
});

describe('a path', () => {
  test('absolute, relative, or through a link', async () => {
    const path = put('a b/mint');
    symlinkSync(path, join(folder, 'link'));
    const options = { environment: {}, install };
    expect(await findExecutable(path, options)).toEqual({ command: path, args: [], path });
    expect((await findExecutable(relative(process.cwd(), path), options)).command).toBe(path);
    expect((await findExecutable(join(folder, 'link'), options)).command).toBe(join(folder, 'link'));
  });

  test.each([
    ['missing', 'there is no such file'],
    ['folder', 'it is a directory'],
    ['plain', 'it is not executable (chmod +x'],
    ['plain/below', 'there is no such file'],
    ['loop', 'it cannot be reached (ELOOP)'],
  ])('that cannot be run: %s', async (name, cause) => {
    mkdirSync(join(folder, 'folder'));
    put('plain', 0o644);
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
    const message = await refusal(join(folder, name));
    expect(message).toContain(`cannot run ${join(folder, name)}: ${cause}`);
    expect(message).toContain('install it with "npm install -g mint"');
  });

  test('that only a shell would understand', async () => {
    expect(await refusal('~/bin/mint', { HOME: '/home/ada' })).toBe(
      'cannot use ~/bin/mint: "~" is replaced by a shell, and none runs here; write the whole path, /home/ada/bin/mint.',
    );
    expect(await refusal('~ada/bin/mint', { HOME: '/home/ada' })).toBe(
      'cannot use ~ada/bin/mint: "~" is replaced by a shell, and none runs here; write the whole path.',
    );
    expect(await refusal(' ')).toContain('the name of the program is empty');
  });
});

describe('on Windows', () => {
  // Its paths are plain file names here, in the directory that we are in.
  const before = process.cwd();
  beforeEach(() => process.chdir(folder));
  afterEach(() => process.chdir(before));
  const shim = '"%_prog%" --expose-gc "%dp0%\\node_modules\\mint\\cli.js" %*';
  const options = { environment: { Path: 'C:\\a;C:\\b', PATHEXT: '.EXE;.CMD' }, install, platform: 'win32' } as const;

  test('a shim of a package manager is seen through', async () => {
    writeFileSync('C:\\b\\mint.cmd', shim);
    const script = 'C:\\b\\node_modules\\mint\\cli.js';
    const found = { args: ['--expose-gc', script], path: 'C:\\b\\mint.cmd' };
    expect(await findExecutable('mint', options)).toEqual({ ...found, command: process.execPath });
    writeFileSync('C:\\a\\node.exe', '');
    expect(await findExecutable('mint', options)).toEqual({ ...found, command: 'C:\\a\\node.exe' });
    writeFileSync('C:\\b\\node.exe', '');
    expect(await findExecutable('mint', options)).toEqual({ ...found, command: 'C:\\b\\node.exe' });
    expect(await findExecutable('C:\\b\\mint', options)).toEqual({ ...found, command: 'C:\\b\\node.exe' });
  });

  test('a program and a script are taken as they are', async () => {
    writeFileSync('C:\\a\\mint.exe', '');
    writeFileSync('C:\\a\\cli.mjs', '');
    expect(await findExecutable('mint', options)).toEqual({
      command: 'C:\\a\\mint.exe',
      args: [],
      path: 'C:\\a\\mint.exe',
    });
    expect(await findExecutable('C:\\a\\cli.mjs', options)).toEqual({
      command: process.execPath,
      args: ['C:\\a\\cli.mjs'],
      path: 'C:\\a\\cli.mjs',
    });
  });

  test('what cannot be run is refused', async () => {
    writeFileSync('C:\\a\\mint.cmd', '@call other %*');
    await expect(findExecutable('mint', options)).rejects.toThrow(
      'cannot run C:\\a\\mint.cmd: a .cmd file needs a shell, and this is no shim',
    );
    await expect(findExecutable('other', options)).rejects.toThrow(
      'cannot find other on the PATH, which is C:\\a;C:\\b; install it with',
    );
    await expect(findExecutable('C:\\c\\mint.exe', options)).rejects.toThrow(
      'cannot find C:\\c\\mint.exe: there is no such file',
    );
  });
});
