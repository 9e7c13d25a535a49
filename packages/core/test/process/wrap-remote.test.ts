import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noSsh, processesWith, startSshMachine, waitFor } from '@agentmount/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RemoteCommand, wrapRemote } from '../../src/process/wrap-remote.js';
import { HOSTILE_WORDS } from './hostile-words.js';

const LOCAL = { setting: 'TOY_MCP_BIN', env: {}, args: [], cwd: '/' };
const markers: string[] = [];

let folder = '';
let agent = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentmount-test-')));
  agent = programAt(folder, 'agent');
});
afterAll(async () => {
  // A watch looks once a second, and leaves when there is nothing left to watch.
  for (const marker of markers) {
    await waitFor(async () => (await processesWith({ commandIncludes: marker })).length === 0, {
      what: 'the watches to be gone',
    });
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A program that says how it was started, what its files are, and what it reads. */
function programAt(directory: string, name: string): string {
  const path = join(directory, name);
  const lines = [
    `#!${process.execPath}`,
    "const { readFileSync, readdirSync, statSync } = require('node:fs');",
    "const { dirname } = require('node:path');",
    'const mode = (path) => (statSync(path).mode & 0o777).toString(8);',
    'const { SHOWN_FILE: path, ...env } = process.env;',
    'const files = path && { path, folder: mode(dirname(path)), names: readdirSync(dirname(path)), mode: mode(path), text: readFileSync(path, "utf8") };',
    "const said = { cwd: process.cwd(), args: process.argv.slice(2), env, files, input: readFileSync(0, 'utf8') };",
    'process.stdout.write(JSON.stringify(said));',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
  return path;
}

interface Said {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files?: { readonly path: string; readonly [fact: string]: unknown };
  readonly input: string;
}

function run(words: readonly string[], remote: Partial<RemoteCommand>, input = '') {
  const marker = randomUUID();
  markers.push(marker);
  const line = wrapRemote(words, { ...LOCAL, command: agent, marker, ...remote });
  const env = { PATH: '/usr/bin:/bin', TMPDIR: folder, HOME: folder };
  const result = spawnSync(line.command, line.args, { encoding: 'utf8', env, input: line.input + input });
  return { ...result, marker, said: () => JSON.parse(result.stdout) as Said };
}

/** As Node.js hands text on. */
const clean = (text: string) => Buffer.from(text).toString();

// A NUL can stand in no argument and in no path.
const anyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '$',
        '`',
        ' ',
        '\n',
        '\r',
        '!',
        '-',
        '~',
        '*',
        '=',
        '#',
        ';',
        '&',
        '%',
        '{files}',
      ),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    ),
    maxLength: 30,
  })
  .filter((text) => !text.includes('\0'));

const anyName = anyText
  .map((text) => text.replaceAll('/', '_').slice(0, 8))
  .filter((text) => !['', '.', '..'].includes(text));

test.each(['/bin/sh', '/bin/bash'])('any command line arrives through %s, and any input after it', (shell) => {
  const anyEnv = fc.dictionary(fc.stringMatching(/^V[A-Z]{0,3}$/), anyText, { maxKeys: 3 });
  fc.assert(
    fc.property(anyName, anyEnv, fc.array(anyText, { maxLength: 8 }), anyText, (name, env, args, input) => {
      const cwd = join(mkdtempSync(join(folder, 'x')), `${name}d`);
      mkdirSync(cwd);
      const command = programAt(cwd, `${name}=c`);
      const { said, stderr } = run([shell, '-c'], { cwd, env, command, args }, input);
      expect(stderr).toBe('');
      expect(said()).toMatchObject({ cwd: clean(cwd), args: args.map(clean), input: clean(input) });
      for (const [variable, value] of Object.entries(env)) expect(said().env[variable]).toBe(clean(value));
    }),
    { numRuns: 5 },
  );
});

describe('a remote wrapper', () => {
  test('gets one word behind its own, and the rest as one line of input', () => {
    const { command, args, input } = wrapRemote(['ssh', 'host'], {
      ...LOCAL,
      command: 'agent',
      marker: 'm',
      args: ['a\nb'],
    });
    expect(command).toBe('ssh');
    expect(args).toEqual(['host', `exec sh -c 'IFS= read -r script && eval "$script"'`]);
    expect(input.indexOf('\n')).toBe(input.length - 1);
  });

  test('places private files for nobody else to read, and they are gone when the agent is', async () => {
    const text = HOSTILE_WORDS.join('\n');
    const env = { SHOWN_FILE: '{files}/a "note".md', KEPT: 'x{files}{files}' };
    const { said, marker } = run(['/bin/sh', '-c'], {
      env,
      files: { 'a "note".md': text },
      args: ['--file={files}/a "note".md'],
    });
    const { files, args, env: seen } = said();
    const path = files?.path ?? '';
    expect(files).toEqual({ path, folder: '700', names: ['a "note".md'], mode: '600', text });
    expect(path.startsWith(join(folder, 'agentmount-'))).toBe(true);
    const place = path.slice(0, path.lastIndexOf('/'));
    expect(args).toEqual([`--file=${path}`]);
    expect(seen).toMatchObject({ KEPT: `x${place}${place}`, AGENTMOUNT_PROCESS: marker });
    await waitFor(() => !existsSync(place), { what: 'the private folder to be removed' });
  });

  test('leaves the word {files} alone where there are none, and adds its mark to that of a server around it', () => {
    const { said, marker } = run(['/usr/bin/env', 'AGENTMOUNT_PROCESS=outer', '/bin/sh', '-c'], {
      args: ['{files}/x'],
    });
    expect(said().args).toEqual(['{files}/x']);
    expect(said().env.AGENTMOUNT_PROCESS).toBe(`outer:${marker}`);
  });

  test('says that the directory or the program is missing there', () => {
    const noDirectory = run(['/bin/sh', '-c'], { cwd: "/no/such 'place'" });
    expect(noDirectory).toMatchObject({ status: 125, stdout: '' });
    expect(noDirectory.stderr).toBe(
      "agentmount: the directory /no/such 'place' cannot be entered on the other machine; give a cwd that exists there\n",
    );
    const noProgram = run(['/bin/sh', '-c'], { command: 'no-such-agent' });
    expect(noProgram).toMatchObject({ status: 127, stdout: '' });
    expect(noProgram.stderr).toBe(
      'agentmount: there is no no-such-agent on the other machine; set TOY_MCP_BIN to its absolute path there, or put it on the PATH of a shell without a terminal, which is /usr/bin:/bin\n',
    );
  });

  test('refuses what cannot be', () => {
    const remote = { ...LOCAL, command: 'agent', marker: 'm' };
    expect(() => wrapRemote([], remote)).toThrow(TypeError);
    expect(() => wrapRemote(['ssh'], { ...remote, env: { 'A B': '1' } })).toThrow('"A B" cannot be set by a shell');
    expect(() => wrapRemote(['ssh'], { ...remote, files: { 'a/b': '' } })).toThrow('without a path');
    expect(() => wrapRemote(['ssh'], { ...remote, args: ['a\0b'] })).toThrow('contains a NUL character');
  });
});

describe.runIf(noSsh === undefined)(`over ssh${noSsh === undefined ? '' : ` (${noSsh})`}`, () => {
  test('hostile and very long arguments arrive as they are, and the exit is the agent’s', async () => {
    await using machine = await startSshMachine({ env: { PATH: '/usr/bin:/bin', HOME: folder, THERE: 'yes "so"' } });
    const args = [...HOSTILE_WORDS, "'\n".repeat(40_000), '\\'.repeat(120_000)];
    const env = { GIVEN: HOSTILE_WORDS.join('|') };
    const { said, stderr } = run(machine.words, { cwd: folder, args, env }, 'the "input"\n$(id)\n');
    expect(stderr).toBe('');
    expect(said()).toMatchObject({ cwd: folder, args, input: 'the "input"\n$(id)\n' });
    expect(said().env).toMatchObject({ ...env, THERE: 'yes "so"', HOME: folder });
    // Of the environment here, nothing travels by itself.
    expect(said().env.TMPDIR).toBeUndefined();
    const exits = run(machine.words, { command: '/bin/sh', args: ['-c', 'exit 42'] });
    expect(exits.status).toBe(42);
  });
});
