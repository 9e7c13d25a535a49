import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';
import { claudeHome } from './claude-home.js';

/**
 * The files that claude reads when it starts: a process that waits has read them already. Not `.claude.json` in the home, which holds the
 * person's MCP servers and login but which every claude writes to all the time: with it no process could ever wait.
 */
export function staleFiles(machine: Omit<Machine, 'files'>, cwd: string): readonly string[] {
  const path = machine.platform === 'win32' ? win32 : posix;
  const own = claudeHome(machine);
  const managed = managedFolder(machine);
  const inOwn = ['settings.json', '.credentials.json', 'CLAUDE.md', 'rules', 'agents', 'skills', 'commands'];
  const inProject = ['settings.json', 'settings.local.json', 'CLAUDE.md', 'rules', 'agents', 'skills', 'commands'];
  return [
    ...['managed-settings.json', 'managed-mcp.json', 'CLAUDE.md'].map((name) => path.join(managed, name)),
    ...inOwn.map((name) => path.join(own, name)),
    ...inProject.map((name) => path.join(cwd, '.claude', name)),
    path.join(cwd, '.mcp.json'),
    ...foldersUp(path, cwd).flatMap((folder) => [path.join(folder, 'CLAUDE.md'), path.join(folder, 'CLAUDE.local.md')]),
  ];
}

function managedFolder({ platform, environment }: Omit<Machine, 'files'>): string {
  if (platform === 'win32') return win32.join(environment.ProgramFiles || 'C:\\Program Files', 'ClaudeCode');
  return platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code';
}

function foldersUp(path: typeof posix, cwd: string): readonly string[] {
  const parent = path.dirname(cwd);
  return parent === cwd ? [cwd] : [cwd, ...foldersUp(path, parent)];
}
