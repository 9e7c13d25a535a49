import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Program, temporaryFolder } from './support.js';

/** A namespace in which this user may mount; some systems forbid that. */
const NAMESPACE = ['unshare', '-rm'];
const mayMount =
  spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

describe.runIf(mayMount)('on a disk of its own', () => {
  test('a server goes on when the disk is full or read-only, says so, and catches up when it can', async () => {
    const program = new Program('lives-on-small-disk.ts', [await temporaryFolder()], NAMESPACE);
    await program.ended;
    expect(program.errors).toBe('');
    const seen = Object.fromEntries(
      program.lines.map((line) => [line.slice(0, line.indexOf(' ')), JSON.parse(line.slice(line.indexOf(' ')))]),
    );
    const folders = ['locks', 'sessions.json', 'slots'];

    expect(seen.well).toEqual({
      during: 'running',
      warnings: [],
      listed: ['session-well'],
      written: ['session-well'],
      left: folders,
    });

    expect(seen.full).toMatchObject({
      during: 'running',
      listed: ['session-full', 'session-well'],
      written: ['session-well'],
    });
    expect(seen.full.left).toEqual(['ballast', ...folders]);
    expect(seen.full.warnings).toHaveLength(1);
    expect(seen.full.warnings[0]).toMatch(/no space is left on its device \(ENOSPC\).*free some space/);
    expect(seen.full.warnings[0]).toContain('sessions are remembered only as long as this server runs');

    const three = ['session-roomy', 'session-full', 'session-well'];
    expect(seen.roomy).toEqual({ during: 'running', warnings: [], listed: three, written: three, left: folders });

    expect(seen.answer).toMatchObject({ characters: 2_500_000, kept: 1000, files: [] });
    expect(seen.answer.notice).toMatch(/only its first 1000 were kept.*no space is left/);

    expect(seen['read-only']).toMatchObject({
      during: 'running',
      listed: ['session-read-only', ...three],
      written: three,
    });
    expect(seen['read-only'].warnings).toHaveLength(1);
    expect(seen['read-only'].warnings[0]).toMatch(/its file system is read-only \(EROFS\)/);
    for (const meaning of [
      /remembered only as long/,
      /only against other turns of this server/,
      /counted in this server only/,
    ]) {
      expect(seen['read-only'].warnings[0]).toMatch(meaning);
    }

    const all = ['session-writable', 'session-read-only', ...three];
    expect(seen.writable).toMatchObject({ during: 'running', warnings: [], listed: all, written: all });
    expect(seen.writable.left).toEqual(['answers', ...folders]);

    // A lock that could not be given back is given back before it is taken again, and what was done under it stays
    // done.
    expect(seen.lock).toEqual({ done: 'done', refused: 'EROFS', again: 'done', left: false });
  });
});

test('whether a disk can be mounted here is known', () => {
  // The test above is left out where it cannot be run; on Linux as root it always can.
  if (process.platform === 'linux' && process.getuid?.() === 0) expect(mayMount).toBe(true);
  else expect(typeof mayMount).toBe('boolean');
});
