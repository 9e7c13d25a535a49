import type { AcpAgentProfile } from './agent-profile.js';

/** Gemini CLI (`gemini`), as seen in version 0.61.0. */
export const geminiProfile: AcpAgentProfile = {
  name: 'gemini',
  title: 'Gemini CLI',
  command: 'gemini',
  args: ['--acp'],
  // Else it starts itself once more, as a child that signals to the first process do not reach.
  env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  install: 'npm i -g @google/gemini-cli',
  tested: { from: '0.61.0', below: '0.62.0' },
  about: 'Gemini CLI, a coding agent on the Gemini models, with its own tools and session store',
  danger: 'in mode yolo it edits files and runs commands as you, without asking',
  sessionId: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  modes: { values: ['plan', 'default', 'autoEdit', 'yolo'], safe: 'default' },
  modelBy: 'session/set_model',
  images: true,
  usage: 'quota',
  // Loading a session begins a file named by the minute and the id, over the one of that session if it is as new as that.
  resumesNextMinute: true,
  unknownSession: 'invalid session identifier|no previous sessions found',
  remedies: { auth: 'run "gemini" in a terminal and log in, or set GEMINI_API_KEY' },
  noise: ['^Ripgrep is not available', '^\\[STARTUP\\]', '^Error when talking to Gemini API'],
  staleFiles: [
    '~/.gemini/settings.json',
    '~/.gemini/oauth_creds.json',
    '~/.gemini/GEMINI.md',
    'GEMINI.md',
    '.gemini/settings.json',
  ],
};
