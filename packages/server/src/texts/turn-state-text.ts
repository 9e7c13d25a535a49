import type { TurnView } from '@agentmount/core';
import { plural, shortDuration, withCounts } from './numbers.js';

/** Where a turn stands, on one line: `running: 50s · 3 tool calls: read_file×2, edit · now: edit`. */
export function turnStateText(view: TurnView): string {
  const calls = view.tools.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    `${view.state}: ${shortDuration(view.elapsedMs)}`,
    view.queuedFor === undefined ? undefined : `waits for ${WAITS[view.queuedFor]}`,
    calls === 0 ? undefined : `${plural(calls, 'tool call')}: ${withCounts(view.tools)}`,
    view.runningTool === undefined ? undefined : `now: ${view.runningTool}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

const WAITS = {
  session: 'the session, where another turn runs',
  resume: 'the agent, which cannot continue so new a session yet',
  slot: 'a free place, too many turns run',
  start: 'its start, the machine is starting others',
} as const;
