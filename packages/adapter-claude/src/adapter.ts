import { defineAdapter } from '@agentmount/core';
import { createPrintCodec } from './codec-print.js';
import { createStreamCodec } from './codec-stream.js';
import { claudeHistory } from './history.js';
import { launchPrint, launchStream, refuseSetup } from './launch.js';
import { claudeOptions } from './options.js';
import { SESSION_ID } from './session-id.js';
import { staleFiles } from './stale-files.js';

/** Claude Code (`claude`), over its stream-json wire or in one shot. */
export const claudeAdapter = defineAdapter({
  name: 'claude',
  title: 'Claude Code',
  executable: {
    command: 'claude',
    install: 'npm i -g @anthropic-ai/claude-code',
    versionArgs: ['--version'],
    tested: { from: '2.1.332', below: '2.2.0' },
  },
  options: claudeOptions,
  optionDefaults: [
    { variable: 'APPROVAL_MODE', option: 'approval_mode', unset: 'default', invalid: 'default' },
    { variable: 'EFFORT', option: 'effort' },
  ],
  transports: [
    { name: 'stream', launch: launchStream, codec: createStreamCodec, images: true },
    {
      name: 'print',
      launch: launchPrint,
      codec: createPrintCodec,
      presetsSession: true,
      refuses: { images: 'claude takes pictures in one shot only from files that it finds itself' },
    },
  ],
  sessionId: SESSION_ID,
  unknownSession: 'fails',
  modelColumns: [
    { key: 'id', title: 'model' },
    { key: 'name', title: 'what it is' },
  ],
  texts: {
    about: 'Claude Code, a coding agent with its own model, tools and session store',
    danger: 'with approval_mode yolo it edits files and runs commands as you, without asking',
  },
  // Marks by which a claude tells what it starts that it runs inside it: one of them makes a claude refuse to start, another makes it
  // keep no record of its session.
  removesVariables: [
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_EXECPATH',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_SSE_PORT',
    'CLAUDE_AFTER_LAST_COMPACT',
    'CLAUDE_AGENT_SDK_VERSION',
    'CLAUDE_AUTO_BACKGROUND_TASKS',
    'CLAUDE_EFFORT',
    'CLAUDE_ENV_FILE',
    'CLAUDE_PID',
    'CLAUDE_PROJECT_DIR',
    'AI_AGENT',
  ],
  refuses: refuseSetup,
  staleFiles,
  history: claudeHistory,
  defaults: { timeoutMs: 1_800_000, maxSessions: 200, stopWord: 'INTERRUPT' },
});
