import { createHeldStep } from './hold-step.js';
import type { AnswerStep, CutStep, HangStep, HeldStep, StatusStep, StepTool, StepUsage } from './model-step.js';

/** What can be added to any answer. */
export interface AnswerOptions {
  readonly usage?: StepUsage;
  /** Reasoning, streamed before the text. */
  readonly thinking?: string;
  /** Text said before the tool calls. Ignored by `text()`. */
  readonly text?: string;
  /** Characters in one streamed piece. Default: 20, or 1/200 of a text over 4,000 characters. */
  readonly chunkSize?: number;
}

function answer(
  text: string,
  tools: readonly StepTool[],
  options: AnswerOptions,
  finish: AnswerStep['finish'],
): AnswerStep {
  return {
    kind: 'answer',
    text,
    tools,
    finish,
    thinking: options.thinking ?? '',
    usage: options.usage ?? {},
    ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }),
  };
}

/** The model says this and is done. */
export function text(words: string, options: AnswerOptions = {}): AnswerStep {
  return answer(words, [], options, 'stop');
}

/** The model calls one tool. `tool('run_shell_command', { command: 'ls' })` */
export function tool(name: string, toolArguments: Record<string, unknown>, options: AnswerOptions = {}): AnswerStep {
  return tools([{ name, arguments: toolArguments }], options);
}

/** The model calls several tools in one answer. */
export function tools(calls: readonly StepTool[], options: AnswerOptions = {}): AnswerStep {
  if (calls.length === 0) throw new TypeError('tools() needs at least one tool call; use text() for none.');
  return answer(options.text ?? '', calls, options, 'tool_calls');
}

/** The answer is cut short by the output limit (`finish_reason: "length"`). */
export function length(words: string, options: AnswerOptions = {}): AnswerStep {
  return answer(words, [], options, 'length');
}

/** An answer without a word, ended normally. */
export function empty(options: AnswerOptions = {}): AnswerStep {
  return answer('', [], options, 'stop');
}

/** The stream ends in order, but no `finish_reason` was ever sent. */
export function unfinished(words: string, options: AnswerOptions = {}): AnswerStep {
  return answer(words, [], options, null);
}

/** What a held answer says, and when it waits. */
export interface HoldOptions extends AnswerOptions {
  /** Sent before the wait. Default `'Let me see. '`. */
  readonly firstWords?: string;
  /** Sent after `release()`. Default `'Done.'`. */
  readonly rest?: string;
  /** Tool calls that follow the rest. */
  readonly tools?: readonly StepTool[];
  /** Wait before the response head, so that the client has not had a single byte. Then `firstWords` is not sent at all. */
  readonly beforeAnyByte?: boolean;
}

/**
 * An answer that begins and waits for `release()`. Keep the step in a variable:
 * `const held = hold(); model.script('do it', [held]); … await held.started; … held.release();`
 */
export function hold(options: HoldOptions = {}): HeldStep {
  const firstWords = options.beforeAnyByte === true ? '' : (options.firstWords ?? 'Let me see. ');
  const calls = options.tools ?? [];
  const whole = firstWords + (options.rest ?? 'Done.');
  return createHeldStep(answer(whole, calls, options, calls.length === 0 ? 'stop' : 'tool_calls'), firstWords);
}

/** No answer at all; with `firstWords`, an answer that stops moving after them. */
export function hang(options: { readonly firstWords?: string } = {}): HangStep {
  return { kind: 'hang', firstWords: options.firstWords ?? '' };
}

/** The connection breaks in the middle of the answer, after `firstWords` (default `'I was about to '`). */
export function cut(options: { readonly firstWords?: string } = {}): CutStep {
  return { kind: 'cut', firstWords: options.firstWords ?? 'I was about to ' };
}

/** An HTTP failure, such as 401, 429 or 500. */
export function status(
  code: number,
  message = `scripted failure ${code}`,
  options: { readonly code?: string; readonly headers?: Record<string, string> } = {},
): StatusStep {
  return { kind: 'status', status: code, message, ...options };
}
