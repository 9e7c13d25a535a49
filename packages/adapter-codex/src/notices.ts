import type { NoticeEvent } from '@agentmount/core';
import { sentence } from './failures.js';

/** A sentence that the report must show. */
function warning(text: string): NoticeEvent {
  return { type: 'notice', level: 'warning', text };
}

/** Said in every turn to whoever uses a model of another provider; it is about codex's settings and not about the turn. */
const KNOWN = [/^Model metadata for .* not found/];

/** A warning of codex's own (`warning`, an `error` item): it does not mean that the turn has failed. */
export function ownWarning(words: string | undefined): readonly NoticeEvent[] {
  if (words === undefined || KNOWN.some((pattern) => pattern.test(words))) return [];
  return [warning(`codex warns: ${sentence(words)}.`)];
}

/** codex asks the model again; shown while the turn runs. */
export function retryNotice(words: string): NoticeEvent {
  return { type: 'notice', level: 'retry', text: `codex asks the model again: ${sentence(words)}` };
}

/** codex ends a turn while commands or sub-agents of it still work; they end with its process. */
export function leftRunning(commands: readonly string[], agents: number): readonly NoticeEvent[] {
  const shown = commands.slice(0, 3).map((command) => JSON.stringify(command.slice(0, 80)));
  const more = commands.length > shown.length ? ` and ${commands.length - shown.length} more` : '';
  return [
    ...(commands.length === 0
      ? []
      : [warning(`codex ended its turn while it still ran ${shown.join(', ')}${more}; what still ran was stopped.`)]),
    ...(agents === 0
      ? []
      : [
          warning(
            `codex ended its turn while ${agents === 1 ? 'a sub-agent was' : `${agents} sub-agents were`} still at work; what still worked was stopped.`,
          ),
        ]),
  ];
}

/** A question whose answer is no yes or no. */
export function questionNotice(what: string): NoticeEvent {
  return warning(`codex asked ${what}, which nobody can answer here; it got no answer.`);
}

export function reroutedNotice(from: string, to: string): NoticeEvent {
  return warning(`codex answered with the model ${to} in place of ${from}.`);
}
