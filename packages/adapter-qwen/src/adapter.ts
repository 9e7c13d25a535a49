import { createAcpTransport } from '@agentmount/acp';
import { defineAdapter } from '@agentmount/core';
import { qwenAcpProfile } from './acp-profile.js';
import { createPrintCodec } from './codec-print.js';
import { createStreamCodec } from './codec-stream.js';
import { qwenDirectStart } from './direct-start.js';
import { qwenHistory } from './history.js';
import { launchPrint, launchStream, refuseSetup } from './launch.js';
import { qwenOptions } from './options.js';
import { SESSION_ID } from './session-id.js';
import { staleFiles } from './stale-files.js';
import { systemDefaultsPath } from './system-defaults.js';

/** Qwen Code (`qwen`), over its stream-json wire and over the Agent Client Protocol. */
export const qwenAdapter = defineAdapter({
  name: 'qwen',
  title: 'Qwen Code',
  executable: {
    command: 'qwen',
    install: 'npm i -g @qwen-code/qwen-code',
    versionArgs: ['--version'],
    direct: qwenDirectStart,
    tested: { from: '0.24.0', below: '0.25.0' },
  },
  options: qwenOptions,
  optionDefaults: [{ variable: 'APPROVAL_MODE', option: 'approval_mode', unset: 'yolo', invalid: 'default' }],
  transports: [
    { name: 'stream', launch: launchStream, codec: createStreamCodec },
    {
      name: 'print',
      launch: launchPrint,
      codec: createPrintCodec,
      presetsSession: true,
      refuses: { effort: 'qwen has no command-line flag for it' },
    },
    createAcpTransport(qwenAcpProfile),
  ],
  sessionId: SESSION_ID,
  unknownSession: 'fails',
  modelColumns: [
    { key: 'id', title: 'model' },
    { key: 'name', title: 'name' },
    { key: 'contextWindow', title: 'context window' },
  ],
  texts: {
    about: 'Qwen Code, a coding agent with its own model, tools and session store',
    danger: 'unless approval_mode says otherwise, it edits files and runs commands as you, without asking',
  },
  // Marks by which a qwen tells what it starts that it runs inside it. One of them would replace the argument list.
  removesVariables: [
    'QWEN_CODE',
    'QWEN_CODE_CLI',
    'QWEN_CODE_SESSION_ID',
    'QWEN_CODE_PROJECT_DIR',
    'QWEN_CODE_PROMPT_ID',
    'QWEN_CODE_RELAUNCH_ARGS',
    'QWEN_CODE_LAUNCHER_PID',
    'QWEN_CODE_LAUNCHER_PATH',
    'QWEN_CODE_STARTUP_VERSION',
    'QWEN_CODE_PENDING_COMPILE_CACHE',
  ],
  refuses: refuseSetup,
  reads: (machine) => [systemDefaultsPath(machine)],
  staleFiles,
  history: qwenHistory,
  defaults: { timeoutMs: 1_800_000, maxSessions: 200, stopWord: 'INTERRUPT' },
});
