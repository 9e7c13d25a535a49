import type { TurnView } from '@agentmount/core';
import { headLine } from './head-line.js';
import { plural, shortDuration } from './numbers.js';
import { turnStateText } from './turn-state-text.js';

/** The turns that execute or wait now, oldest first. */
export function runningText(agent: string, views: readonly TurnView[], now: number): string {
  if (views.length === 0)
    return `No ${agent} turn is running. ${agent}_sessions lists the sessions that can be continued.`;
  return [`${views.length} running:`, ...views.map((view) => turnText(view, now))].join('\n');
}

function turnText(view: TurnView, now: number): string {
  const details = [
    view.lastActivityAt === undefined
      ? undefined
      : `last heard ${shortDuration(Math.max(0, now - view.lastActivityAt))} ago`,
    view.messagesSent === 0 ? undefined : `${plural(view.messagesSent, 'message')} sent in`,
    view.approvals.length === 0
      ? undefined
      : `needs approval: ${view.approvals.map(({ id, tool }) => `${id} (${tool})`).join(', ')}`,
    STEER[view.steer](view.transport),
  ].filter((part) => part !== undefined);
  const head = headLine({ session: view.session, turn: view.id });
  return `${head} ${turnStateText(view)}\n  ${view.cwd} · ${details.join(' · ')}`;
}

const STEER: Record<TurnView['steer'], (transport: string) => string> = {
  delivers: () => 'steer reaches it',
  redirects: () => 'steer interrupts it and goes on with the message',
  impossible: (transport) => `steer cannot reach ${transport}`,
};
