import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as darwin from '../../src/process/darwin-process-table.js';
import { findVariable, LinuxProcessTable } from '../../src/process/linux-process-table.js';
import { parseProcStat } from '../../src/process/proc-stat.js';
import { processTable } from '../../src/process/process-table.js';
import * as windows from '../../src/process/windows-process-table.js';
import { aliveWith, HopLog, isRunning, program, stateOf, until } from './support.js';

describe('Linux', () => {
  const table = new LinuxProcessTable();

  test('lists this process with its parent, and no zombie', async () => {
    const child = spawn('/bin/sh', ['-c', 'true & exec sleep 600']);
    const zombie = await until('a zombie', async () => {
      const entries = await table.list();
      const { stdout } = await tool('ps', ['-o', 'pid=,stat=', '--ppid', String(child.pid)]);
      const pid = Number(/^\s*(\d+) Z/m.exec(stdout)?.[1]);
      return pid > 0 && { pid, entries: entries.length };
    });
    const entries = await table.list();
    const own = entries.find((entry) => entry.pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid, startTime: table.startTimeOf(process.pid) });
    expect(entries.find((entry) => entry.pid === child.pid)).toMatchObject({
      parent: process.pid,
      session: own?.session,
    });
    expect(entries.some((entry) => entry.pid === zombie.pid)).toBe(false);
    child.kill('SIGKILL');
  });

  test('reads a variable of those that have it, however large the environment', async () => {
    const env = {
      BEFORE: 'x'.repeat(100_000),
      WANTED_NOT: '1',
      XWANTED: '2',
      WANTED: 'a=b c',
      AFTER: 'y'.repeat(50_000),
    };
    const child = spawn('/bin/sleep', ['600'], { env });
    const other = spawn('/bin/sleep', ['600'], { env: {} });
    const pids = [child.pid, other.pid, process.pid];
    const values = await until('the environment', async () => {
      const entries = (await table.list()).filter((entry) => pids.includes(entry.pid));
      const found = await table.variable('WANTED', entries);
      return found.size > 0 && found;
    });
    expect([...values]).toEqual([[child.pid, 'a=b c']]);
    child.kill('SIGKILL');
    other.kill('SIGKILL');
  });

  test('signals a process only if it still is the one that was meant', async () => {
    const child = spawn('/bin/sleep', ['600']);
    const pid = child.pid ?? 0;
    const entry = (await table.list()).find((candidate) => candidate.pid === pid);
    if (!entry) throw new Error('the child is not listed');
    expect(await table.signal({ ...entry, startTime: entry.startTime - 1 }, 'SIGKILL')).toBe('gone');
    expect(isRunning(pid)).toBe(true);
    expect(await table.signal(entry, 'SIGKILL')).toBe('sent');
    await until('its end', () => !isRunning(pid));
    expect(await table.signal(entry, 'SIGKILL')).toBe('gone');
    expect(await table.signalGroup(0, 'SIGKILL')).toBe('gone');
    expect(await table.signalGroup(1, 'SIGCONT')).toBe('gone');
    await until('its being collected', () => table.startTimeOf(pid) === undefined);
  });

  test('tells by the last id that a process has begun', () => {
    const before = table.lastId();
    const child = spawn('/bin/sleep', ['600']);
    expect(before).toBeGreaterThan(0);
    expect(table.lastId()).not.toBe(before);
    child.kill('SIGKILL');
  });

  test('stops what carries a variable among the newest processes, however short each of them lives', async () => {
    const log = new HopLog();
    const mark = randomUUID();
    const child = spawn(program('hops.sh'), [log.path], { env: { PATH: '/usr/bin:/bin', MARK: mark } });
    try {
      await log.begun();
      const [stopped] = await until('one that is stopped', async () => {
        const found = table.stopNewest('MARK', (value) => value === mark);
        return found.length > 0 && found;
      });
      expect(stateOf(stopped?.pid ?? 0)).toBe('T');
      expect(table.stopNewest('MARK', (value) => value === 'another')).toEqual([]);
      expect(table.stopNewest('MARKED', () => true)).toEqual([]);
    } finally {
      log.remove();
      for (const pid of aliveWith(mark)) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
    }
  });

  test('is not misled by a program’s name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agentmount-test-'));
    const path = join(folder, 'x) Z 1 1\n1 1');
    copyFileSync('/bin/sleep', path);
    const child = spawn(path, ['600']);
    const entry = await until('the process', async () => (await table.list()).find(({ pid }) => pid === child.pid));
    expect(entry.parent).toBe(process.pid);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('takes a process for ended only when all of its threads are', () => {
    const stat = (state: string, threads: number) =>
      parseProcStat(`7 (x) ${state} 1 2 3 0 -1 0 0 0 0 0 0 0 0 0 20 0 ${threads} 0 4711 0 0`);
    expect(stat('S', 1)).toEqual({ parent: 1, group: 2, session: 3, startTime: 4711, ended: false });
    expect(stat('Z', 1)?.ended).toBe(true);
    expect(stat('Z', 3)?.ended).toBe(false);
    expect(parseProcStat('')).toBe(undefined);
    expect(parseProcStat('7 (x) S 1')).toBe(undefined);
  });

  test('finds a variable by its whole name', () => {
    const environ = Buffer.from('XA=1\0A=\0B=A=3\0AA=4\0C=5');
    expect(findVariable(environ, 'A')).toBe('');
    expect(findVariable(environ, 'AA')).toBe('4');
    expect(findVariable(environ, 'C')).toBe('5');
    expect(findVariable(environ, 'D')).toBe(undefined);
  });
});

function tool(command: string, args: readonly string[]): Promise<{ stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args);
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.once('close', () => resolve({ stdout }));
  });
}

describe('macOS', () => {
  test('reads the listing', () => {
    const text = [
      '    1     0     1 Ss   Mon Nov  2 08:15:00 2026    ',
      '  501     1   501 S    Mon Nov  2 09:00:01 2026    ',
      '  502   501   501 Z    Mon Nov  2 09:00:02 2026    ',
      '  503   501   503 S+   Tue Nov 10 23:59:59 2026    ',
      '',
    ].join('\n');
    expect(darwin.parseList(text)).toEqual([
      { pid: 1, parent: 0, group: 1, session: 1, startTime: Date.UTC(2026, 10, 2, 8, 15, 0) },
      { pid: 501, parent: 1, group: 501, session: 501, startTime: Date.UTC(2026, 10, 2, 9, 0, 1) },
      { pid: 503, parent: 501, group: 503, session: 503, startTime: Date.UTC(2026, 10, 10, 23, 59, 59) },
    ]);
    expect(darwin.parseList('ps: illegal option\n')).toEqual([]);
  });

  test('reads a variable behind the command', () => {
    const text = [
      '  501 /opt/bin/agent --flag MARK=no PATH=/usr/bin MARK=one:two HOME=/Users/ada',
      '  502 /bin/sleep 600 XMARK=no PATH=/usr/bin',
      '  503 sh MARK= A=1',
    ].join('\n');
    expect([...darwin.parseVariable(text, 'MARK')]).toEqual([
      [501, 'no'],
      [503, ''],
    ]);
  });

  test('asks with what macOS’s ps understands', () => {
    expect(darwin.LIST_COMMAND.join(' ')).toBe('ps -ax -o pid= -o ppid= -o pgid= -o stat= -o lstart=');
    expect(darwin.ENVIRONMENT_COMMAND.join(' ')).toBe('ps -ax -E -ww -o pid= -o command=');
  });
});

describe('Windows', () => {
  test('reads the listing; a parent that is younger than its child is none', () => {
    const text = [
      '4 0 0',
      '700 4 638700000000000000',
      '701 700 638700000010000000',
      '702 9000 638700000020000000',
      '9000 4 638700000030000000',
      '',
    ].join('\r\n');
    expect(windows.parseList(text)).toEqual([
      { pid: 4, parent: 0, group: 0, session: 0, startTime: 0 },
      { pid: 700, parent: 4, group: 0, session: 0, startTime: 63_870_000_000_000 },
      { pid: 701, parent: 700, group: 0, session: 0, startTime: 63_870_000_001_000 },
      { pid: 702, parent: 0, group: 0, session: 0, startTime: 63_870_000_002_000 },
      { pid: 9000, parent: 4, group: 0, session: 0, startTime: 63_870_000_003_000 },
    ]);
    expect(windows.parseList('Get-CimInstance : Access denied\r\n')).toEqual([]);
  });

  test('ends a tree by taskkill', () => {
    expect(windows.taskkillCommand(701)).toEqual(['taskkill.exe', '/T', '/F', '/PID', '701']);
    expect(windows.LIST_COMMAND.slice(0, 4)).toEqual(['powershell.exe', '-NoProfile', '-NonInteractive', '-Command']);
  });
});

test('each platform has its table', () => {
  expect(processTable('linux')).toBeInstanceOf(LinuxProcessTable);
  expect(processTable('darwin')).toBeInstanceOf(darwin.DarwinProcessTable);
  expect(processTable('freebsd')).toBeInstanceOf(darwin.DarwinProcessTable);
  expect(processTable('win32')).toBeInstanceOf(windows.WindowsProcessTable);
});
