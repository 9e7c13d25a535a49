import { asCount, type NoticeEvent } from '@agentmount/core';
import type { ApprovalMode } from './approval-mode.js';
import { retryField } from './wire.js';

/** A sentence that the report must show. */
export function warning(text: string): NoticeEvent {
  return { type: 'notice', level: 'warning', text };
}

/** claude may do less unasked than it was allowed to. */
export function modeNotice(asked: ApprovalMode, runs: string): NoticeEvent {
  return warning(
    `claude runs in permission mode "${runs}", which allows less than approval_mode "${asked}"; its settings or its account may not permit that mode.`,
  );
}

/** Calls that were denied without anyone having been asked. */
export function deniedNotice(mode: ApprovalMode, tools: readonly string[]): NoticeEvent {
  return warning(
    `claude did not run tool calls that approval_mode "${mode}" and its own rules did not permit: ${counted(tools)}.`,
  );
}

/** The model does not take the effort that was asked for. */
export function effortNotice(effort: string, takes: readonly string[]): NoticeEvent {
  const what = takes.length === 0 ? 'it takes none' : `it takes ${takes.join(', ')}`;
  return warning(`claude cannot apply effort "${effort}" to this model: ${what}.`);
}

/** A slash command is claude's own: no model was asked. */
export function commandNotice(command: string): NoticeEvent {
  return warning(
    `claude took the prompt for its own command "${command}" and asked no model. To send it as text, put other words before it.`,
  );
}

/** The model's answer does not have the form that was asked for. */
export function schemaNotice(): NoticeEvent {
  return warning('claude handed over no output for output_schema: the answer is plain text.');
}

/** The model's answer was cut. */
export function cutNotice(): NoticeEvent {
  return warning(
    "The answer is cut: the model came to its limit of output. Ask for the rest in the session's next prompt.",
  );
}

/** claude asks the model again; shown while the turn runs. By default it does so ten times, for about three minutes. */
export function retryNotice(frame: unknown): NoticeEvent {
  const attempt = asCount(retryField(frame, 'attempt'));
  const most = asCount(retryField(frame, 'max_retries'));
  const delay = asCount(Math.ceil(Number(retryField(frame, 'retry_delay_ms') ?? Number.NaN)));
  const status = asCount(retryField(frame, 'error_status'));
  const which = attempt === undefined ? '' : ` (attempt ${attempt}${most === undefined ? '' : ` of ${most}`})`;
  const when = delay === undefined ? '' : ` in ${Math.ceil(delay / 1000)} s`;
  const why = status === undefined ? '' : `: its API answered ${status}`;
  return { type: 'notice', level: 'retry', text: `claude asks the model again${when}${which}${why}` };
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name}×${count}`)).join(', ');
}
