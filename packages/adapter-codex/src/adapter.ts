import { defineAdapter } from '@agentmount/core';
import { appServerCodec } from './codec-app-server.js';
import { execCodec } from './codec-exec.js';
import { codexHistory } from './history.js';
import { launchAppServer, launchExec, refuseSetup } from './launch.js';
import { type CodexOptions, codexOptions } from './options.js';
import { SESSION_ID } from './session-id.js';
import { staleFiles } from './stale-files.js';

/** Codex, the coding agent of `@openai/codex`, over its app-server or in one shot. Observed with codex 0.171.0. */
export const codexAdapter = defineAdapter<CodexOptions>({
  name: 'codex',
  title: 'Codex',
  executable: {
    command: 'codex',
    install: 'npm i -g @openai/codex',
    versionArgs: ['--version'],
    // app-server is marked experimental: each release may change it.
    tested: { from: '0.171.0', below: '0.172.0' },
  },
  options: codexOptions,
  optionDefaults: [
    { variable: 'SANDBOX', option: 'sandbox', unset: 'workspace-write', invalid: 'read-only' },
    { variable: 'APPROVAL_POLICY', option: 'approval_policy', unset: 'on-request', invalid: 'untrusted' },
    { variable: 'EFFORT', option: 'effort' },
  ],
  transports: [
    {
      name: 'app-server',
      launch: launchAppServer,
      codec: appServerCodec,
      images: true,
      resumesByPrompt: true,
    },
    {
      name: 'exec',
      launch: launchExec,
      codec: execCodec,
      refuses: {
        approval_policy: 'codex exec asks nobody and refuses what its sandbox does not allow',
        system_prompt_append: 'codex exec takes it for a new session and passes over it when one is continued',
        images: 'codex exec takes pictures only as files of its command line',
      },
    },
  ],
  sessionId: SESSION_ID,
  unknownSession: 'fails',
  modelColumns: [
    { key: 'id', title: 'model' },
    { key: 'name', title: 'name' },
    { key: 'images', title: 'images' },
  ],
  texts: {
    about: 'Codex, a command-line coding agent with its own model, sandbox and session store',
    danger: 'unless sandbox is read-only, it edits files in its directory and runs commands there without asking',
  },
  // Marks by which a codex tells what its commands start that they run inside it, and under which limits.
  removesVariables: [
    'CODEX_CI',
    'CODEX_SANDBOX',
    'CODEX_SANDBOX_NETWORK_DISABLED',
    'CODEX_SESSION_ID',
    'CODEX_THREAD_ID',
    'CODEX_TOOL_CALL_ID',
    'CODEX_VERSION',
    'CODEX_INTERNAL_ORIGINATOR_OVERRIDE',
  ],
  refuses: refuseSetup,
  staleFiles,
  history: codexHistory,
});
