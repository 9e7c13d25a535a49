import { posix, win32 } from 'node:path';
import type { Machine } from '@agentmount/core';

/** Where codex 0.171.0 keeps its settings and sessions: CODEX_HOME, else `.codex` in the person's home. */
export function codexHome({ platform, home, environment }: Omit<Machine, 'files'>): string {
  const path = platform === 'win32' ? win32 : posix;
  return environment.CODEX_HOME ? path.normalize(environment.CODEX_HOME) : path.join(home, '.codex');
}
