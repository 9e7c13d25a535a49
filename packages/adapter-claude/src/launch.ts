import type { LaunchPlan, Setup } from '@agentmount/core';
import { type ApprovalMode, modeFlag } from './approval-mode.js';
import type { ClaudeOptions } from './options.js';
import { limitArguments, parseTools, refuseTools } from './tool-limit.js';

/** What the codecs need to know of a plan. */
export interface Handshake {
  /** The approval mode that the process is started with. */
  readonly mode: ApprovalMode;
  /** The session that it continues. */
  readonly session?: string;
  /** A new session's id, on `print`. */
  readonly preset?: string;
  readonly model?: string;
  readonly effort?: string;
  /** The only tools that may run. */
  readonly tools?: readonly string[];
  /** Whether the answer is to fit a schema. */
  readonly schema?: true;
}

/** Variables of every claude process. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  // What goes on after a prompt's end would begin turns that nobody asked for, or die with the process: it is all done in the prompt.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_CRON: '1',
};

/** The plan of a `stream` process. */
export function launchStream(setup: Setup<ClaudeOptions>, session?: string): LaunchPlan {
  const own = ['--input-format=stream-json', '--include-partial-messages', '--permission-prompt-tool=stdio'];
  return plan('stream', setup, session, own);
}

/** The plan of a `print` process: it reads its prompt from stdin, up to the end. */
export function launchPrint(setup: Setup<ClaudeOptions>, session?: string): LaunchPlan {
  const preset = session === undefined ? setup.presetSession : undefined;
  return plan('print', setup, session, preset === undefined ? [] : [`--session-id=${preset}`], preset);
}

/** Every value stands in one argument with its flag: a value that begins with "-" can then be no flag of its own. */
function plan(
  transport: 'stream' | 'print',
  setup: Setup<ClaudeOptions>,
  session: string | undefined,
  own: readonly string[],
  preset?: string,
): LaunchPlan {
  const { options, model, systemPromptAppend: append } = setup;
  // Without the flag the person's own default holds, which may be to allow everything. Nothing given means nothing allowed.
  const mode = options.approval_mode ?? 'default';
  const args = ['-p', ...own, '--output-format=stream-json', '--verbose', `--permission-mode=${modeFlag(mode)}`];
  if (model !== undefined) args.push(`--model=${model}`);
  if (options.effort !== undefined) args.push(`--effort=${options.effort}`);
  if (append !== undefined) args.push(`--append-system-prompt=${append}`);
  if (session !== undefined) args.push(`--resume=${session}`);
  // claude keeps the system prompt of a session's first request and sends it again whatever a later process is given.
  if (session !== undefined && append !== undefined) args.push('--system-prompt-snapshot=off');
  args.push(...limitArguments(options));
  if (options.output_schema !== undefined) args.push(`--json-schema=${JSON.stringify(options.output_schema)}`);
  if (options.max_budget_usd !== undefined) args.push(`--max-budget-usd=${options.max_budget_usd}`);
  const tools = parseTools(options.allowed_tools);
  return {
    transport,
    args,
    env: ENVIRONMENT,
    cwd: setup.cwd,
    handshake: {
      mode,
      ...(session === undefined ? {} : { session }),
      ...(preset === undefined ? {} : { preset }),
      ...(model === undefined ? {} : { model }),
      ...(options.effort === undefined ? {} : { effort: options.effort }),
      ...(tools === undefined ? {} : { tools }),
      ...(options.output_schema === undefined ? {} : { schema: true }),
    } satisfies Handshake,
  };
}

/** Most bytes of one argument that every system takes with room to spare (Linux: 128 KiB). */
const ARGUMENT_MOST = 100_000;

/** The sentence that refuses what an argument list cannot carry or a limit cannot mean, or nothing. */
export function refuseSetup({ options, model, systemPromptAppend }: Setup<ClaudeOptions>): string | undefined {
  const values = {
    model,
    system_prompt_append: systemPromptAppend,
    allowed_tools: options.allowed_tools,
    denied_tools: options.denied_tools,
    output_schema: options.output_schema && JSON.stringify(options.output_schema),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value?.includes('\0')) return `${name} holds a NUL character, which no argument list can carry; remove it.`;
    if (value !== undefined && Buffer.byteLength(value) > ARGUMENT_MOST) {
      return `${name} is longer than ${ARGUMENT_MOST} bytes, which is the most claude's command line takes; put it into the prompt.`;
    }
  }
  return refuseTools(options);
}
