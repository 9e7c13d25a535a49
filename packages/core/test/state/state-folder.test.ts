import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderSilent } from '../../src/state/folder-problem.js';
import { stateFolder, temporaryFolder, until } from './support.js';

const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

test('says each cause once, with all that it means and what to do', () => {
  const folder = stateFolder('/somewhere');
  folder.failed('turns are counted in this server only', noSpace);
  folder.failed('sessions are forgotten', noSpace);
  folder.failed('locks are not kept', Object.assign(new Error('x'), { code: 'EROFS' }));
  expect(folder.warnings()).toEqual([
    'The state folder /somewhere cannot be used: no space is left on its device (ENOSPC). To mend it, free some space or point TOY_MCP_STATE at sessions.json in another folder. Until then turns are counted in this server only; sessions are forgotten.',
    'The state folder /somewhere cannot be used: its file system is read-only (EROFS). To mend it, make it writable or point TOY_MCP_STATE at sessions.json in another folder. Until then locks are not kept.',
  ]);
  folder.works('locks are not kept');
  folder.works('turns are counted in this server only');
  folder.works('sessions are forgotten');
  expect(folder.warnings()).toEqual([]);
});

test('an error without a known name is told in its own words, on one line', () => {
  const folder = stateFolder('/somewhere');
  folder.failed('nothing works', new Error('a\nb'));
  expect(folder.warnings()[0]).toContain('cannot be used: a b.');
});

test('makes folders for this user alone, and leaves the mode of one that exists', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'mine'), { mode: 0o755 });
  const folder = stateFolder(join(root, 'mine'));
  expect(await folder.make('locks')).toBe(join(root, 'mine', 'locks'));
  expect((await stat(join(root, 'mine', 'locks'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, 'mine'))).mode & 0o777).toBe(0o755);
});

test('gives up on work that does not come back, refuses more until it does, and hands over what came late', async () => {
  const folder = stateFolder('/somewhere', 50);
  const { promise, resolve } = Promise.withResolvers<string>();
  const late: string[] = [];
  await expect(
    folder.use(
      () => promise,
      (value) => void late.push(value),
    ),
  ).rejects.toBeInstanceOf(FolderSilent);
  let begun = false;
  const next = folder.use(async () => {
    begun = true;
  });
  await expect(next).rejects.toBeInstanceOf(FolderSilent);
  expect(begun).toBe(false);
  folder.failed('nothing works', await next.catch((error: unknown) => error));
  expect(folder.warnings()[0]).toContain('its file system does not answer');
  resolve('after all');
  await until('the folder to answer', () => folder.use(async () => true).catch(() => false));
  expect(late).toEqual(['after all']);
});

test('work that fails late is no trouble to anybody', async () => {
  const folder = stateFolder('/somewhere', 50);
  const { promise, reject } = Promise.withResolvers<string>();
  await expect(folder.use(() => promise)).rejects.toBeInstanceOf(FolderSilent);
  reject(noSpace);
  await until('the folder to answer', () => folder.use(async () => true).catch(() => false));
});
