import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';
import { codexHome } from './codex-home.js';

/** What codex 0.171.0 reads once, at its start, in its own folder. */
const OWN = [
  'config.toml',
  'managed_config.toml',
  'auth.json',
  '.env',
  'AGENTS.md',
  'AGENTS.override.md',
  'rules',
  'skills',
  'hooks.json',
];
/** Instructions, in the working directory and in every folder above it. */
const CONTEXT_FILES = ['AGENTS.override.md', 'AGENTS.md', '.codex/config.toml'];

/** The files and folders that a waiting codex has read already. */
export function staleFiles(machine: Omit<Machine, 'files'>, cwd: string): readonly string[] {
  const path = machine.platform === 'win32' ? win32 : posix;
  const own = codexHome(machine);
  const system = machine.platform === 'win32' ? [] : ['/etc/codex/config.toml', '/etc/codex/managed_config.toml'];
  const files = [...system, ...OWN.map((name) => path.join(own, name))];
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    files.push(...CONTEXT_FILES.map((name) => path.join(folder, name)));
    if (path.dirname(folder) === folder) return files;
  }
}
