import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startProcess } from '../../src/process/start-process.js';
import { AT_ONCE, aliveWith, allOutput, firstOutput, isRunning, program, specOf, until } from './support.js';

let folders: string[] = [];
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders = [];
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentmount-test-'));
  folders.push(folder);
  return folder;
}

/** A shell that runs one line. */
function shell(line: string, cwd = '/') {
  return { command: '/bin/sh', args: ['-c', line], env: { PATH: '/usr/bin:/bin' }, cwd };
}

describe('what a process says', () => {
  test('half a last line, the exit code and stderr arrive', async () => {
    const agent = await startProcess(specOf('half-line.sh'));
    expect(await allOutput(agent)).toBe('whole\nhal');
    expect(await agent.exit).toEqual({ code: 3, signal: null, stderr: 'what went wrong\n' });
  });

  test('the signal that ended it arrives', async () => {
    const agent = await startProcess(shell('kill -USR1 $$'));
    expect(await agent.exit).toMatchObject({ code: null, signal: 'SIGUSR1' });
  });

  test('a closed stdout is not taken for the end', async () => {
    const agent = await startProcess(specOf('closes-stdout.sh'));
    const ended = new Promise((resolve) => agent.stdout.once('end', resolve));
    expect(await firstOutput(agent)).toBe('ready\n');
    await ended;
    expect(isRunning(agent.pid)).toBe(true);
    let exited = false;
    void agent.exit.then(() => {
      exited = true;
    });
    await delay(50);
    expect(exited).toBe(false);
    await agent.end(AT_ONCE);
    expect(await agent.exit).toMatchObject({ signal: 'SIGTERM' });
  });

  test('what it wrote before its exit arrives whole, however late it is read', async () => {
    // Less than the pipe holds, so that the process can exit before anything is read.
    const agent = await startProcess(shell('head -c 100000 /dev/zero | tr "\\0" x; printf "\\nthe end"'));
    agent.stdout.pause();
    await until('the exit', () => !isRunning(agent.pid));
    let settled = false;
    void agent.exit.then(() => {
      settled = true;
    });
    await delay(1_000);
    expect(settled).toBe(false);
    let text = '';
    agent.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      agent.stdout.pause();
      setTimeout(() => agent.stdout.resume(), 20);
    });
    await delay(200);
    expect({ text, settled }).toEqual({ text: '', settled: false });
    agent.stdout.resume();
    await agent.exit;
    expect(text).toBe(`${'x'.repeat(100_000)}\nthe end`);
  });

  test('output that nobody reads does not hold up the exit', async () => {
    const agent = await startProcess(shell('head -c 100000 /dev/zero'));
    expect(await agent.exit).toMatchObject({ code: 0 });
    let bytes = 0;
    for await (const chunk of agent.stdout) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(60_000);
  });

  test('a descendant that keeps the pipes open and talks does not hold up the exit', async () => {
    const agent = await startProcess(specOf('leaves-holder.sh'));
    const output = await allOutput(agent);
    expect(output.startsWith('last words\n')).toBe(true);
    expect(await agent.exit).toMatchObject({ code: 0, stderr: 'last error\n' });
    await agent.end(AT_ONCE);
    expect(aliveWith(agent.marker)).toEqual([]);
  });

  test('50 MB of stderr cost no memory, and both ends are kept', async () => {
    const before = process.memoryUsage().rss;
    const agent = await startProcess(
      shell(`echo first >&2; ${process.execPath} ${program('floods.mjs')} 50 100 2; echo last >&2`),
    );
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 10);
    const { stderr } = await agent.exit;
    clearInterval(watch);
    expect(stderr.startsWith('first\nxxx')).toBe(true);
    expect(stderr.endsWith('x\nlast\n')).toBe(true);
    expect(stderr).toMatch(/\n… 52,\d{3},\d{3} bytes left out …\n/);
    expect(stderr.length).toBeLessThan(70_000);
    expect(peak - before).toBeLessThan(40 * 1024 * 1024);
  });

  test('a reader that pauses presses back on the process', async () => {
    const agent = await startProcess(specOf('floods.mjs', '200', '1000', '1'));
    let bytes = 0;
    agent.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 1024 * 1024) agent.stdout.pause();
    });
    await until('the first megabyte', () => bytes > 1024 * 1024);
    await delay(500);
    expect(bytes).toBeLessThan(4 * 1024 * 1024);
    expect(isRunning(agent.pid)).toBe(true);
    await agent.end(AT_ONCE);
  });
});

describe('what is said to a process', () => {
  test('lines arrive, and the end of input', async () => {
    const agent = await startProcess(shell('cat; echo over'));
    await agent.write('one\n');
    await agent.write('two\nand three\n');
    agent.endInput();
    expect(await allOutput(agent)).toBe('one\ntwo\nand three\nover\n');
  });

  test('a write waits until the pipe has taken it, and no longer than the process lives', async () => {
    const agent = await startProcess(shell('exec sleep 600'));
    let taken = false;
    const writing = agent.write('x'.repeat(8 * 1024 * 1024)).then(() => {
      taken = true;
    });
    await delay(200);
    expect(taken).toBe(false);
    await agent.end(AT_ONCE);
    await writing;
    await agent.write('to nobody');
  });

  test('a process that has closed its stdin does not disturb us', async () => {
    const agent = await startProcess(shell('exec <&-; echo ready; sleep 0.5; exit 4'));
    await firstOutput(agent);
    for (let count = 0; count < 20; count += 1) await agent.write('x'.repeat(100_000));
    expect(await agent.exit).toMatchObject({ code: 4 });
  });
});

describe('what cannot be started', () => {
  test.each([
    ['a missing program', { command: '/nowhere/agent', cwd: '/' }, 'there is no such file', 'ENOENT'],
    [
      'a missing directory',
      { command: '/bin/sh', cwd: '/nowhere' },
      'its working directory /nowhere does not exist',
      'ENOENT',
    ],
    ['a directory that is a file', { command: '/bin/sh', cwd: '/etc/passwd' }, 'is not a directory', 'ENOTDIR'],
    ['a directory as program', { command: '/etc', cwd: '/' }, 'it may not be executed (EACCES)', 'EACCES'],
    [
      'a NUL in an argument',
      { command: '/bin/sh', cwd: '/', args: ['a\0b'] },
      'contains a NUL character',
      'ERR_INVALID_ARG_VALUE',
    ],
    [
      'too many arguments',
      { command: '/bin/sh', cwd: '/', args: Array(40).fill('x'.repeat(120_000)) },
      'longer than the system allows (E2BIG)',
      'E2BIG',
    ],
  ])('%s', async (_name, spec, sentence, code) => {
    const folder = temporaryFolder();
    const starting = startProcess({ args: [], env: {}, ...spec, folder });
    await expect(starting).rejects.toThrow(`could not start ${spec.command}: `);
    await expect(starting).rejects.toThrow(sentence);
    await expect(starting).rejects.toMatchObject({ cause: { code } });
    expect(() => writeFileSync(join(folder, 'file'), '')).toThrow('ENOENT');
  });

  test('a script whose interpreter is missing', async () => {
    const path = join(temporaryFolder(), 'agent');
    writeFileSync(path, '#!/nowhere/interpreter\n');
    chmodSync(path, 0o755);
    const starting = startProcess({ command: path, args: [], env: {}, cwd: '/' });
    await expect(starting).rejects.toThrow('the interpreter that its first line names does not exist');
  });
});

test('the folder of a process is removed with it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'content');
  const agent = await startProcess({ ...shell(`cat ${folder}/file; cat`), folder });
  expect(await firstOutput(agent)).toBe('content');
  await agent.end(AT_ONCE);
  expect(() => writeFileSync(join(folder, 'file'), '')).toThrow('ENOENT');
});

test('a process gets its environment, its directory, a session and a marker of its own', async () => {
  const directory = temporaryFolder();
  const agent = await startProcess({
    ...shell('pwd; env; cut -d" " -f5,6 /proc/self/stat', directory),
    env: { PATH: '/usr/bin:/bin', ONE: '1' },
  });
  const lines = (await allOutput(agent)).split('\n');
  expect(lines[0]).toBe(directory);
  expect(lines).toContain('ONE=1');
  expect(lines).toContain(`AGENTMOUNT_PROCESS=${agent.marker}`);
  expect(lines.filter((line) => line.startsWith('HOME='))).toEqual([]);
  expect(lines).toContain(`${agent.pid} ${agent.pid}`);
});
