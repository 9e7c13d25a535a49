import type { Report, Turn, TurnView } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import { shortDuration } from '../texts/numbers.js';
import { reportFacts } from '../texts/report-facts.js';
import { reportText } from '../texts/report-text.js';
import { waitingText } from '../texts/waiting-text.js';
import type { CallContext, ToolResult } from '../tools/tool.js';
import { followProgress } from './follow-progress.js';
import { waitTime } from './host-wait.js';
import { waitForTurn } from './wait-for-turn.js';

/** How a call waits for a turn. */
export interface DeliverOptions {
  /** The call's own `wait_ms`. */
  readonly waitMs?: number | undefined;
  /** Whether a cancelled call ends the turn: true for the call that started it. */
  readonly owns: boolean;
}

/** Waits for a turn as long as the host allows, telling of its progress, and gives its report or where it stands. */
export async function deliver(
  mount: Mount,
  turn: Turn,
  context: CallContext,
  options: DeliverOptions,
): Promise<ToolResult> {
  const { progress, signal } = context;
  const stopProgress = progress === undefined ? () => undefined : followProgress(turn, progress);
  try {
    const waitMs = waitTime(options.waitMs, mount.settings.waitMs, context.host);
    const waited = await waitForTurn(turn, waitMs, signal);
    return waited.type === 'report' ? giveReport(mount, waited.report) : giveState(mount, waited.view);
  } catch (error) {
    if (options.owns && signal.aborted) turn.stop('cancelled');
    throw error;
  } finally {
    stopProgress();
  }
}

function giveReport(mount: Mount, report: Report): ToolResult {
  const before = mount.given.get(report);
  const now = Date.now();
  mount.given.set(report, now);
  const remark =
    before === undefined ? {} : { remark: `this report was given before, ${shortDuration(now - before)} ago` };
  return {
    text: reportText(report, { agent: mount.adapter.name, ...remark }),
    isError: report.status !== 'completed',
    facts: reportFacts(report),
  };
}

function giveState(mount: Mount, view: TurnView): ToolResult {
  const { id, session, state, cwd, transport, model, elapsedMs, approvals } = view;
  const personOnly = mount.settings.approvals === 'person';
  return {
    text: waitingText(mount.adapter.name, view, { now: Date.now(), personOnly }),
    isError: false,
    facts: {
      turn: id,
      ...(session === undefined ? {} : { session }),
      status: approvals.length > 0 ? 'needs-approval' : state,
      cwd,
      transport,
      ...(model === undefined ? {} : { model }),
      elapsedMs,
      tools: Object.fromEntries(view.tools),
      approvals: approvals.map((approval) => ({ id: approval.id, tool: approval.tool, expiresAt: approval.expiresAt })),
    },
  };
}
