import type { NoticeEvent } from '@agentmount/core';
import { asCount, asText } from '@agentmount/core';
import { retryField } from './wire.js';

/** A sentence that the report must show. */
export function warning(text: string): NoticeEvent {
  return { type: 'notice', level: 'warning', text };
}

/** qwen falls back to "default" in a folder it was told not to trust (qwen 0.24.4 says so on stderr only). */
export function modeNotice(asked: string, runs: string): NoticeEvent {
  const why =
    runs === 'default' ? ': it does that in a folder that it does not trust; run "qwen" there once and trust it' : '';
  return warning(`qwen runs in approval mode "${runs}", not in "${asked}" as asked${why}.`);
}

/** A slash command is qwen's own: no model was asked. */
export function commandNotice(command: string): NoticeEvent {
  return warning(
    `qwen took the prompt for its own command "${command}" and asked no model. To send it as text, put other words before it.`,
  );
}

/**
 * qwen 0.24.4 reads its session files line by line in the same way as its stdin: a record with a Unicode line separator in it is
 * passed over when the session is continued.
 */
export function separatorNotice(): NoticeEvent {
  return warning(
    'The prompt holds a Unicode line separator (U+2028 or U+2029): qwen forgets such a prompt when the session is continued.',
  );
}

/** Calls that nobody permitted and nobody could be asked about. */
export function deniedNotice(mode: string, limited: boolean, tools: readonly string[]): NoticeEvent {
  const rules = `approval mode "${mode}"${limited ? ' and allowed_tools' : ''}`;
  return warning(`qwen did not run tool calls that ${rules} did not permit: ${counted(tools)}.`);
}

/** The effort was accepted and has no effect (`effort_status` in qwen 0.24.4). */
export function effortNotice(effort: string, reason: string | undefined): NoticeEvent {
  return warning(`qwen does not apply effort "${effort}" to this model${reason === undefined ? '' : `: ${reason}`}.`);
}

/** qwen asks the model again; shown while the turn runs. */
export function retryNotice(data: unknown): NoticeEvent {
  const attempt = asCount(retryField(data, 'attempt'));
  const most = asCount(retryField(data, 'maxRetries'));
  const delay = asCount(retryField(data, 'delayMs'));
  const which = attempt === undefined ? '' : ` (attempt ${attempt}${most === undefined ? '' : ` of ${most}`})`;
  const when = delay === undefined ? '' : ` in ${Math.ceil(delay / 1000)} s`;
  const reason = asText(retryField(data, 'reason'));
  const why = reason === undefined || reason === 'retry' ? '' : `: ${reason}`;
  return { type: 'notice', level: 'retry', text: `qwen asks the model again${when}${which}${why}` };
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name}×${count}`)).join(', ');
}
