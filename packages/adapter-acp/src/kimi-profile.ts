import type { AcpAgentProfile } from './agent-profile.js';

/** Kimi Code (`kimi`), as seen in version 2.1.0. */
export const kimiProfile: AcpAgentProfile = {
  name: 'kimi',
  title: 'Kimi Code',
  command: 'kimi',
  args: ['acp'],
  env: { KIMI_CODE_NO_AUTO_UPDATE: '1' },
  install: 'npm i -g @moonshot-ai/kimi-code',
  tested: { from: '2.1.0', below: '2.2.0' },
  about: 'Kimi Code, a coding agent with its own model, tools and session store',
  // Seen in version 2.1.0: a folder `.git` in the directory or above it is enough.
  danger:
    'in a git work tree it writes files without asking, in mode default too; the rest is a matter of mode and of its own configuration',
  sessionId: 'session_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  modes: { values: ['plan', 'default', 'auto', 'yolo'], safe: 'default' },
  images: true,
  // It tells how full its context is, and neither here nor there what was read and written.
  usage: 'none',
  toolName: 'title',
  toolInput: 'content',
  unknownSession: -32602,
  remedies: { auth: 'run "kimi login" in a terminal, or set the key of its provider in its config.toml' },
  noise: ['^\\{"level":"(?:debug|info|warn)"'],
  staleFiles: ['$KIMI_CODE_HOME/config.toml', '~/.kimi-code/config.toml', 'AGENTS.md', '.kimi-code/config.toml'],
};
