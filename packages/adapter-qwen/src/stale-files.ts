import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';
import { qwenHome } from './qwen-home.js';
import { systemDefaultsPath, systemSettingsPath } from './system-defaults.js';

/**
 * The files that qwen 0.24.4 reads when it starts: a process that waits has read them already. Context files count in the directory
 * itself and in the folders above it.
 */
export function staleFiles({ platform, home, environment }: Omit<Machine, 'files'>, cwd: string): readonly string[] {
  const path = platform === 'win32' ? win32 : posix;
  const own = qwenHome({ platform, home, environment });
  const system = environment.QWEN_CODE_SYSTEM_SETTINGS_PATH || systemSettingsPath(platform);
  const trusted = environment.QWEN_CODE_TRUSTED_FOLDERS_PATH || path.join(own, 'trustedFolders.json');
  const inOwn = ['settings.json', '.env', 'oauth_creds.json', 'output-language.md', 'QWEN.md', 'AGENTS.md'];
  const inProject = ['.qwen/settings.json', '.qwen/.env', '.qwen/output-language.md', '.env', '.mcp.json'];
  return [
    system,
    systemDefaultsPath({ platform, environment }),
    trusted,
    ...inOwn.map((name) => path.join(own, name)),
    path.join(home, '.env'),
    ...foldersUp(path, cwd).flatMap((folder) => [path.join(folder, 'QWEN.md'), path.join(folder, 'AGENTS.md')]),
    ...inProject.map((name) => path.join(cwd, name)),
  ];
}

type Path = typeof posix;

function foldersUp(path: Path, cwd: string): readonly string[] {
  const parent = path.dirname(cwd);
  return parent === cwd ? [cwd] : [cwd, ...foldersUp(path, parent)];
}
