import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteWord, wrapLocal } from '../../src/process/wrap.js';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentmount-test-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a local wrapper', () => {
  const agent = { command: '/bin/agent', args: ['-p', 'a b'], cwd: '/srv/my work' };

  test('stands before the command line', () => {
    expect(wrapLocal(['bwrap', '--ro-bind', '/', '/'], agent)).toEqual({
      command: 'bwrap',
      args: ['--ro-bind', '/', '/', '/bin/agent', '-p', 'a b'],
    });
  });

  test('of no words changes nothing', () => {
    expect(wrapLocal([], agent)).toEqual({ command: '/bin/agent', args: ['-p', 'a b'] });
  });

  test('learns the directory of the turn, but not what to run by it', () => {
    const line = wrapLocal(['{cwd}/bwrap', '--bind', '{cwd}', 'x{cwd}{cwd}', '{home}'], { ...agent, cwd: '/a$&b' });
    expect(line.command).toBe('{cwd}/bwrap');
    expect(line.args.slice(0, 4)).toEqual(['--bind', '/a$&b', 'x/a$&b/a$&b', '{home}']);
  });

  test('that hides the private files is found out before the agent starts', () => {
    const run = (shown: string) => {
      const line = wrapLocal(['/usr/bin/env'], {
        command: '/bin/echo',
        args: ['-n', "it's", 'on'],
        cwd: '/',
        folder: shown,
      });
      return spawnSync(line.command, line.args, { encoding: 'utf8' });
    };
    expect(run(folder)).toMatchObject({ status: 0, stdout: "it's on", stderr: '' });
    const hidden = run(join(folder, 'gone'));
    expect(hidden).toMatchObject({ status: 125, stdout: '' });
    expect(hidden.stderr).toBe(
      `agentmount: the wrapper hides ${join(folder, 'gone')}, which holds files for the agent: let it show that folder, or set TMPDIR to one that it shows\n`,
    );
  });
});

// A NUL can stand in no argument and in no path.
const anyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("'", '"', '\\', '$', '`', ' ', '\n', '!', '-', '~', '*', '=', '#', ';', '&', '%'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    ),
    maxLength: 12,
  })
  .filter((text) => !text.includes('\0'));

test('any word comes back from a real shell as it was', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 5 }), (words) => {
      const line = `printf '%s\\0' x ${words.map(quoteWord).join(' ')}`;
      const output = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
      expect(output.split('\0').slice(1, -1)).toEqual(words.map((word) => Buffer.from(word).toString()));
    }),
    { numRuns: 100 },
  );
});
