import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteWord, wrapLocal, wrapRemote } from '../../src/process/wrap.js';

describe('a local wrapper', () => {
  test('stands before the command line', () => {
    expect(wrapLocal(['bwrap', '--ro-bind', '/', '/'], '/bin/agent', ['-p', 'a b'])).toEqual({
      command: 'bwrap',
      args: ['--ro-bind', '/', '/', '/bin/agent', '-p', 'a b'],
    });
  });

  test('of no words changes nothing', () => {
    expect(wrapLocal([], '/bin/agent', ['-p'])).toEqual({ command: '/bin/agent', args: ['-p'] });
  });
});

describe('a remote wrapper', () => {
  test('gets one word behind its own', () => {
    const remote = { cwd: '/srv/my work', env: { A: '1', B: "it's" }, command: 'agent', args: ['--mode', 'x y'] };
    expect(wrapRemote(['ssh', 'host'], remote)).toEqual({
      command: 'ssh',
      args: ['host', `cd -- '/srv/my work' && exec env 'A=1' 'B=it'\\''s' agent --mode 'x y'`],
    });
  });

  test('needs no env where nothing is to be set', () => {
    const { args } = wrapRemote(['ssh'], { cwd: '/srv', env: {}, command: 'agent', args: [] });
    expect(args).toEqual(['cd -- /srv && exec agent']);
  });

  test('refuses what cannot be', () => {
    expect(() => wrapRemote([], { cwd: '/', env: {}, command: 'agent', args: [] })).toThrow(TypeError);
    expect(() => wrapRemote(['ssh'], { cwd: '/', env: { 'A B': '1' }, command: 'agent', args: [] })).toThrow(
      '"A B" cannot be set by a shell',
    );
  });
});

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentmount-test-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

test('any command line arrives through a real shell: its directory, its variables, its arguments', () => {
  const anyName = anyText
    .map((text) => text.replaceAll('/', '_').slice(0, 8))
    .filter((text) => !['', '.', '..'].includes(text));
  const anyEnv = fc.dictionary(fc.stringMatching(/^V[A-Z]{0,3}$/), anyText, { maxKeys: 3 });
  fc.assert(
    fc.property(anyName, anyEnv, fc.array(anyText, { maxLength: 4 }), anyName, (name, env, args, agent) => {
      const root = mkdtempSync(join(folder, 'x'));
      const cwd = join(root, `${name}d`);
      const command = join(root, `${agent}c`);
      mkdirSync(cwd, { recursive: true });
      writeFileSync(
        command,
        `#!/bin/sh\npwd\nprintf '\\0'; for name in ${Object.keys(env).join(' ')}; do printenv "$name"; printf '\\0'; done; printf '%s\\0' "$@"\n`,
      );
      chmodSync(command, 0o755);
      const line = wrapRemote(['/bin/sh', '-c'], { cwd, env, command, args });
      const output = execFileSync(line.command, line.args, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
      const clean = (text: string) => Buffer.from(text).toString();
      const said = [`${cwd}\n`, ...Object.values(env).map((value) => `${value}\n`), ...(args.length > 0 ? args : [''])];
      expect(output.split('\0').slice(0, -1)).toEqual(said.map(clean));
    }),
    { numRuns: 60 },
  );
});
