import type { AcpLaunch, AcpProfile, SessionValue } from '@agentmount/acp';
import type { Failure, Setup } from '@agentmount/core';
import { describeAcpModel, isAtWork, readAcpChunk, readAcpTool, readAcpTools, showAcpModel } from './acp-wire.js';
import { limitFailure } from './failures.js';
import { ENVIRONMENT } from './launch.js';
import type { QwenOptions } from './options.js';
import { SESSION_ID } from './session-id.js';
import { withoutSuggestions } from './system-defaults.js';
import { limitArguments, parseAllowedTools, unlimitedTools } from './tool-limit.js';

const LOG_IN = 'run "qwen" in a terminal and log in with /auth, or set the key of its provider in the environment';

/** What the codec needs to know of a plan. */
interface AcpHandshake {
  /** The only tools that may run. */
  readonly tools?: readonly string[];
}

const toolsOf = (handshake: unknown): readonly string[] | undefined => (handshake as AcpHandshake).tools;

/** qwen 0.24.4 over the Agent Client Protocol (`qwen --acp`). */
export const qwenAcpProfile: AcpProfile<QwenOptions> = {
  transport: 'acp',
  agent: 'qwen',
  sessionId: SESSION_ID,
  launch: launchAcp,
  values: sessionValues,
  // Without it qwen would write the model into the settings file, as the default of every later run.
  model: { by: 'session/set_model', meta: { 'qwen.session.modelPersistDefault': false } },
  showModel: showAcpModel,
  describeModel: describeAcpModel,
  images: true,
  usage: 'message',
  steering: { by: 'drain', method: 'craft/drainMidTurnQueue' },
  // Sub-agents work in the background over ACP, and the prompt is answered before they are done.
  background: { method: 'qwen/notify/channel/active-work', isBusy: isAtWork },
  initializeMeta: {
    'qwen.daemon.activeWorkHeartbeat': {
      v: 1,
      intervalMs: 60_000,
      categories: ['agent', 'notification', 'session', 'workflow'],
    },
  },
  // Over ACP a session does not say which tools it has.
  check: {
    method: 'qwen/status/workspace/tools',
    isNeeded: (handshake) => toolsOf(handshake) !== undefined,
    failureOf: limitBroken,
  },
  deniesTool: (tool, handshake) => toolsOf(handshake)?.includes(tool) === false || tool === 'ask_user_question',
  readTool: readAcpTool,
  readChunk: readAcpChunk,
  ignores: [
    '_qwencode/start_turn',
    '_qwencode/end_turn',
    'qwen/notify/session/mode-update',
    'qwen/notify/session/model-update',
    'qwen/notify/session/prompt-suggestion',
  ],
  failures: [
    [/not found for authType/i, 'model'],
    [/connection error|fetch failed/i, 'agent'],
  ],
  remedies: { auth: LOG_IN },
  noise: [
    /^Ripgrep not available/,
    /^Retrying /,
    /^Error handling (request|notification)/,
    /^Debug mode enabled/i,
    /^\[perf\]/,
  ],
};

/** `reply`: the tools that the flags have left, by name; undefined when this qwen does not tell. */
function limitBroken(reply: unknown, handshake: unknown): Failure | undefined {
  const listed = readAcpTools(reply);
  if (listed === undefined) {
    const message = 'this qwen does not tell which tools it has, so that nothing shows that allowed_tools limits them';
    return { class: 'protocol', message, remedy: 'use transport stream, or leave out allowed_tools' };
  }
  const over = unlimitedTools(toolsOf(handshake) ?? [], listed);
  return over.length === 0 ? undefined : limitFailure(over);
}

/** Nothing here depends on the approval mode, the model, the effort or the session. */
function launchAcp(setup: Setup<QwenOptions>): AcpLaunch {
  const tools = parseAllowedTools(setup.options.allowed_tools);
  const { env, files } = withoutSuggestions(setup.machine);
  const append = setup.systemPromptAppend;
  return {
    args: ['--acp', ...(append === undefined ? [] : [`--append-system-prompt=${append}`]), ...limitArguments(tools)],
    env: { ...ENVIRONMENT, ...env },
    files,
    handshake: { ...(tools === undefined ? {} : { tools }) } satisfies AcpHandshake,
  };
}

function sessionValues({ options }: Setup<QwenOptions>): readonly SessionValue[] {
  const { approval_mode: mode, effort } = options;
  return [
    // A session begins in "auto", where a model decides what may run. Nothing given means nothing allowed.
    { set: 'mode', value: mode ?? 'default' },
    ...(effort === undefined ? [] : [effortValue(effort)]),
  ];
}

function effortValue(effort: string): SessionValue {
  return {
    set: 'option',
    option: 'reasoning_effort',
    value: effort,
    notice: (reason) => `qwen does not apply effort "${effort}" to this model: ${reason}.`,
  };
}
