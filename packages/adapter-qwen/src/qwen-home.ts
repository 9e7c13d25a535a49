import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';

/** Where qwen 0.24.4 keeps its settings and sessions: QWEN_HOME, else `.qwen` in the person's home. */
export function qwenHome({ platform, home, environment }: Omit<Machine, 'files'>): string {
  const path = platform === 'win32' ? win32 : posix;
  const configured = environment.QWEN_HOME;
  if (!configured) return path.join(home, '.qwen');
  if (configured === '~') return home;
  return /^~[/\\]/.test(configured) ? path.join(home, configured.slice(2)) : path.normalize(configured);
}
