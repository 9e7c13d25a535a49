import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';
import { agentDirectory, homeDirectory } from './session-dir.js';

/** Names under which pi 1.6.0 finds instructions, in its own folder, in the working directory and in every folder above it. */
const CONTEXT_FILES = ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];
/** What pi's own folder and a project's `.pi` may hold of what is read once, at the start. */
const RESOURCES = ['settings.json', 'mcp.json', 'SYSTEM.md', 'APPEND_SYSTEM.md', 'extensions', 'skills', 'prompts'];
const CONFIGURATION = ['auth.json', 'models.json', 'trust.json'];

/** The files and folders that pi reads at its start in `cwd`. */
export function staleFiles(machine: Omit<Machine, 'files'>, cwd: string): readonly string[] {
  const path = machine.platform === 'win32' ? win32 : posix;
  const own = agentDirectory(machine, cwd);
  const files = [...RESOURCES, ...CONFIGURATION, ...CONTEXT_FILES].map((name) => path.join(own, name));
  files.push(path.join(homeDirectory(machine), '.agents', 'skills'));
  files.push(...RESOURCES.map((name) => path.join(cwd, '.pi', name)));
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    files.push(...CONTEXT_FILES.map((name) => path.join(folder, name)), path.join(folder, '.agents', 'skills'));
    if (path.dirname(folder) === folder) return files;
  }
}
