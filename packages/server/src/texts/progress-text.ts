import type { TurnView } from '@agentmount/core';
import { shortDuration } from './numbers.js';
import { turnStateText } from './turn-state-text.js';

/** What a turn does now, for whoever watches it: names and figures, never a prompt, an argument or an output. */
export function progressText(view: TurnView): string {
  if (view.approvals.length === 0) return turnStateText(view);
  return `needs approval: ${view.approvals.map(({ tool }) => tool).join(', ')} · ${shortDuration(view.elapsedMs)}`;
}

/** What is known of a turn once it has begun, to be put behind its progress; empty before. */
export function turnFactsText(view: TurnView): string {
  if (view.session === undefined) return '';
  const model = view.model === undefined ? '' : ` · model ${view.model}`;
  return ` · session ${view.session}${model} · ${view.cwd}`;
}
