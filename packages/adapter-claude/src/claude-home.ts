import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';

/** Where claude keeps its settings and sessions: CLAUDE_CONFIG_DIR, else `.claude` in the person's home. */
export function claudeHome({ platform, home, environment }: Omit<Machine, 'files'>): string {
  const path = platform === 'win32' ? win32 : posix;
  const configured = environment.CLAUDE_CONFIG_DIR;
  return configured ? path.normalize(configured) : path.join(home, '.claude');
}
