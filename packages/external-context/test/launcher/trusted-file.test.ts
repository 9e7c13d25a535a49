import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { readTrustedFile } from '../../src/launcher/trusted-file.js';
import { resolveTrusted } from '../../src/launcher/trusted-path.js';
import { ownUid } from '../support/installation.js';

const owners = new Set([0, ownUid]);
const nobody = 65534;

/** A folder with one file that may be trusted. */
async function createFile() {
  const folder = await createTemporaryFolder('trust');
  const path = join(folder.directory, 'file');
  writeFileSync(path, 'content');
  chmodSync(path, 0o644);
  return { directory: folder.directory, path, [Symbol.asyncDispose]: folder.dispose };
}

describe.runIf(process.platform !== 'win32')('readTrustedFile', () => {
  it('reads what only its owner can change', async () => {
    await using file = await createFile();
    for (const mode of [0o644, 0o600, 0o444, 0o755]) {
      chmodSync(file.path, mode);
      expect(readTrustedFile(file.path, { owners }).toString()).toBe('content');
    }
  });

  it.each([0o664, 0o666, 0o646, 0o777])('refuses what others may write: %o', async (mode) => {
    await using file = await createFile();
    chmodSync(file.path, mode);
    expect(() => readTrustedFile(file.path, { owners })).toThrow('untrusted file');
  });

  it.each([
    [0o600, true],
    [0o400, true],
    [0o640, false],
    [0o604, false],
    [0o644, false],
  ])('takes a secret with mode %o: %s', async (mode, isTaken) => {
    await using file = await createFile();
    chmodSync(file.path, mode);
    const read = () => readTrustedFile(file.path, { owners, isSecret: true });
    if (isTaken) expect(read().toString()).toBe('content');
    else expect(read).toThrow('untrusted file');
  });

  it.each([
    [0o775, 'untrusted folder'],
    [0o777, 'untrusted folder'],
    [0o757, 'untrusted folder'],
    [0o1777, undefined],
    [0o1770, undefined],
    [0o755, undefined],
  ])('with a folder above of mode %o says %s', async (mode, problem) => {
    await using file = await createFile();
    const folder = join(file.directory, 'above');
    mkdirSync(join(folder, 'between'), { recursive: true });
    writeFileSync(join(folder, 'between', 'file'), 'x', { mode: 0o644 });
    chmodSync(folder, mode);
    const read = () => readTrustedFile(join(folder, 'between', 'file'), { owners });
    if (problem === undefined) expect(read().toString()).toBe('x');
    else expect(read).toThrow(problem);
    chmodSync(folder, 0o755);
  });

  it('refuses what is no file, and does not wait for it', async () => {
    await using file = await createFile();
    const pipe = join(file.directory, 'pipe');
    execFileSync('mkfifo', ['-m', '644', pipe]);
    mkdirSync(join(file.directory, 'folder'));
    for (const path of [
      pipe,
      join(file.directory, 'folder'),
      '/dev/zero',
      '/dev/null',
      join(file.directory, 'missing'),
    ]) {
      expect(() => readTrustedFile(path, { owners }), path).toThrow();
    }
  });

  it('refuses what is too long', async () => {
    await using file = await createFile();
    expect(() => readTrustedFile(file.path, { owners, mostBytes: 6 })).toThrow('untrusted file');
    expect(readTrustedFile(file.path, { owners, mostBytes: 7 }).toString()).toBe('content');
  });

  it('follows links, and looks at every folder on the way', async () => {
    await using file = await createFile();
    const at = (name: string) => join(file.directory, name);
    mkdirSync(at('open'));
    chmodSync(at('open'), 0o777);
    mkdirSync(at('closed'));
    symlinkSync('../file', at('closed/link'));
    symlinkSync('../file', at('open/link'));
    symlinkSync('closed/link', at('link-to-link'));
    symlinkSync('closed', at('folder-link'));
    symlinkSync('open/link', at('through-open'));
    symlinkSync('loop', at('loop'));
    for (const name of ['closed/link', 'link-to-link', 'folder-link/link', 'closed/../file', './file']) {
      expect(readTrustedFile(`${file.directory}/${name}`, { owners }).toString(), name).toBe('content');
    }
    expect(resolveTrusted(at('folder-link/link'), owners)).toBe(file.path);
    for (const name of ['open/link', 'through-open', 'loop', 'file/below']) {
      expect(() => readTrustedFile(at(name), { owners }), name).toThrow();
    }
  });

  it('refuses other owners, those of links and folders included', async (context) => {
    context.skip(ownUid !== 0, 'only root can give files away');
    await using file = await createFile();
    const at = (name: string) => join(file.directory, name);
    mkdirSync(at('theirs'));
    writeFileSync(at('theirs/file'), 'x', { mode: 0o644 });
    chownSync(at('theirs'), nobody, nobody);
    expect(() => readTrustedFile(at('theirs/file'), { owners })).toThrow('untrusted folder');
    symlinkSync('file', at('their-link'));
    execFileSync('chown', ['-h', `${nobody}`, at('their-link')]);
    expect(() => readTrustedFile(at('their-link'), { owners })).toThrow('untrusted link');
    chownSync(file.path, nobody, nobody);
    expect(() => readTrustedFile(file.path, { owners })).toThrow('untrusted file');
    expect(readTrustedFile(file.path, { owners: new Set([0, nobody]) }).toString()).toBe('content');
  });
});
