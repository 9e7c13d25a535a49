import type { LaunchPlan, Setup } from '@agentmount/core';
import { asText, isFields } from '@agentmount/core';
import { type PiOptions, THINKING_LEVELS } from './options.js';
import { homeDirectory, sessionDirectory } from './session-dir.js';

/** What a codec has to know besides what pi says. */
export interface Handshake {
  /** Home directory that a `~` in a path means. */
  readonly home: string;
  /** The session that was to be continued. */
  readonly session?: string;
  /** The model that was asked for. */
  readonly model?: string;
  /** The reasoning level that was asked for. */
  readonly thinking?: string;
  /** The tools that were asked for. */
  readonly tools?: string;
}

const PROMPT_FILE = 'system-prompt-append.md';

/**
 * The command line of pi 1.6.0. A session is named by `--session-id`, which looks in the folder of this directory only; the text
 * for the system prompt goes through a private file, because pi reads a value that names an existing file as that file.
 */
export function launchPlan(
  transport: 'rpc' | 'print',
  setup: Setup<PiOptions>,
  session: string | undefined,
): LaunchPlan {
  const { options, machine, cwd, model, systemPromptAppend } = setup;
  const id = session ?? (transport === 'print' ? setup.presetSession : undefined);
  const args = transport === 'rpc' ? ['--mode', 'rpc'] : ['-p', '--mode', 'json'];
  // On another machine pi alone knows its folder; its flag would have it keep the sessions under a path of ours.
  if (!machine.remote) args.push('--session-dir', sessionDirectory(machine, cwd));
  if (id !== undefined) args.push('--session-id', id);
  if (model !== undefined) args.push('--model', model);
  if (options.thinking !== undefined) args.push('--thinking', options.thinking);
  if (options.tools !== undefined) args.push('--tools', options.tools);
  if (options.no_tools === true) args.push('--no-tools');
  if (systemPromptAppend !== undefined) args.push('--append-system-prompt', `{files}/${PROMPT_FILE}`);
  const handshake: Handshake = {
    home: homeDirectory(machine),
    ...(session !== undefined && { session }),
    ...(model !== undefined && { model }),
    ...(options.thinking !== undefined && { thinking: options.thinking }),
    ...(options.tools !== undefined && { tools: options.tools }),
  };
  return {
    transport,
    args,
    env: {},
    cwd,
    ...(systemPromptAppend !== undefined && { files: { [PROMPT_FILE]: systemPromptAppend } }),
    handshake,
  };
}

/** The handshake of a plan; a plan of another make has an empty one. */
export function handshakeOf(plan: LaunchPlan): Handshake {
  const value = isFields(plan.handshake) ? plan.handshake : {};
  const session = asText(value.session);
  const model = asText(value.model);
  const thinking = THINKING_LEVELS.find((level) => level === value.thinking);
  const tools = asText(value.tools);
  return {
    home: asText(value.home) ?? '/',
    ...(session !== undefined && { session }),
    ...(model !== undefined && { model }),
    ...(thinking !== undefined && { thinking }),
    ...(tools !== undefined && { tools }),
  };
}
