import type { LaunchPlan, Setup } from '@agentmount/core';
import type { QwenOptions } from './options.js';
import { limitArguments, parseAllowedTools, refuseAllowedTools } from './tool-limit.js';

/** What the codecs need to know of a plan. */
export interface Handshake {
  /** The approval mode that the process is started with. */
  readonly mode: string;
  /** The session that it continues. */
  readonly session?: string;
  /** A new session's id, on `print`. */
  readonly preset?: string;
  readonly model?: string;
  readonly effort?: string;
  /** How long qwen waits for the answer to an approval, ms. */
  readonly answerMs?: number;
  /** The only tools that may run. */
  readonly tools?: readonly string[];
}

/** Variables of every qwen process. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  // A schedule that the model makes would keep the prompt open for ever: qwen 0.24.4 sends no result while one is due.
  QWEN_CODE_DISABLE_CRON: '1',
  // Else qwen warns on stderr in every run with "yolo" and no sandbox; the tool's own description says what yolo is.
  QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
};

/** The longest that qwen 0.24.4 can be told to wait for an answer; a larger value is ignored. */
const ANSWER_MS_MOST = 600_000;
/** How much longer than core qwen waits, so that core's clock is the one that denies. */
const ANSWER_MS_MARGIN = 30_000;

/** The plan of a `stream` process. */
export function launchStream(setup: Setup<QwenOptions>, session?: string): LaunchPlan {
  const { effort } = setup.options;
  const answerMs = Math.min(setup.approvalMs + ANSWER_MS_MARGIN, ANSWER_MS_MOST);
  return plan(setup, session, ['--input-format=stream-json', '--include-partial-messages'], {
    answerMs,
    ...(effort === undefined ? {} : { effort }),
  });
}

/** The plan of a `print` process: it reads its prompt from stdin, up to the end. */
export function launchPrint(setup: Setup<QwenOptions>, session?: string): LaunchPlan {
  const preset = session === undefined ? setup.presetSession : undefined;
  return plan(setup, session, preset === undefined ? [] : [`--session-id=${preset}`], {
    ...(preset === undefined ? {} : { preset }),
  });
}

/** Every value stands in one argument with its flag: a value that begins with "-" can then be no flag of its own. */
function plan(
  setup: Setup<QwenOptions>,
  session: string | undefined,
  own: readonly string[],
  handshake: Omit<Handshake, 'mode' | 'session' | 'model' | 'tools'>,
): LaunchPlan {
  // Without the flag qwen 0.24.4 runs in "auto". Nothing given means nothing allowed.
  const mode = setup.options.approval_mode ?? 'default';
  const tools = parseAllowedTools(setup.options.allowed_tools);
  const args = [...own, '--output-format=stream-json', `--approval-mode=${mode}`];
  if (setup.model !== undefined) args.push(`--model=${setup.model}`);
  if (setup.systemPromptAppend !== undefined) args.push(`--append-system-prompt=${setup.systemPromptAppend}`);
  if (session !== undefined) args.push(`--resume=${session}`);
  args.push(...limitArguments(tools));
  return {
    transport: handshake.answerMs === undefined ? 'print' : 'stream',
    args,
    env: ENVIRONMENT,
    cwd: setup.cwd,
    handshake: {
      ...handshake,
      mode,
      ...(session === undefined ? {} : { session }),
      ...(setup.model === undefined ? {} : { model: setup.model }),
      ...(tools === undefined ? {} : { tools }),
    } satisfies Handshake,
  };
}

/** Variables that make qwen 0.24.4 ignore the list of core tools: safe mode and bare mode. */
const UNLIMITED_MODES = ['QWEN_CODE_SAFE_MODE', 'QWEN_CODE_SIMPLE'] as const;

/** As qwen 0.24.4 reads a switch. */
function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '');
}

/** Most bytes of one argument that every system takes with room to spare (Linux: 128 KiB). */
const ARGUMENT_MOST = 100_000;

/** The sentence that refuses what an argument list cannot carry or a limit cannot mean, or nothing. */
export function refuseSetup(setup: Setup<QwenOptions>): string | undefined {
  const values = { model: setup.model, system_prompt_append: setup.systemPromptAppend };
  for (const [name, value] of Object.entries(values)) {
    if (value?.includes('\0')) return `${name} holds a NUL character, which no argument list can carry; remove it.`;
    if (value !== undefined && Buffer.byteLength(value) > ARGUMENT_MOST) {
      return `${name} is longer than ${ARGUMENT_MOST} bytes, which is the most qwen's command line takes; put it into the prompt.`;
    }
  }
  if (setup.options.allowed_tools === undefined) return undefined;
  const mode = UNLIMITED_MODES.find((name) => isOn(setup.machine.environment[name]));
  if (mode !== undefined) return `allowed_tools has no effect on qwen while ${mode} is set; unset one of the two.`;
  return refuseAllowedTools(setup.options.allowed_tools);
}
