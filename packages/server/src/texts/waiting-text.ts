import type { TurnView } from '@agentmount/core';
import { approvalText } from './approval-text.js';
import { callText, headLine } from './head-line.js';
import { turnStateText } from './turn-state-text.js';

/** What a caller reads when its wait has ended before the turn: where the turn stands and how to get its answer. */
export function waitingText(
  agent: string,
  view: TurnView,
  options: { readonly now: number; readonly personOnly: boolean },
): string {
  const head = [headLine({ session: view.session, turn: view.id }), `[${turnStateText(view)}]`];
  if (view.approvals.length > 0) return [...head, approvalText(agent, view.id, view.approvals, options)].join('\n');
  const wait = callText(`${agent}_wait`, { turn: view.id });
  // Its report follows as soon as nothing of its process is left.
  const stands = view.state === 'ended' ? 'Its agent is being ended' : 'Still working';
  return [...head, `${stands}; nothing is lost. For the answer: ${wait}. To change course: ${agent}_send.`].join('\n');
}
