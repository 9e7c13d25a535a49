import type { Report, Turn, TurnView } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import { shortDuration } from '../texts/numbers.js';
import { reportFacts } from '../texts/report-facts.js';
import { reportText } from '../texts/report-text.js';
import { waitingText } from '../texts/waiting-text.js';
import type { CallContext, ToolResult } from '../tools/tool.js';
import { approvalQuestion } from './approval-question.js';
import { askPerson } from './ask-person.js';
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

/**
 * Waits for a turn as long as the host allows, telling of its progress, and gives its report or where it stands. What the agent asks
 * is put to the person at the host where that is possible; where no person answers, the caller gets it.
 */
export async function deliver(
  mount: Mount,
  turn: Turn,
  context: CallContext,
  options: DeliverOptions,
): Promise<ToolResult> {
  const { progress, signal, ask } = context;
  context.onTurn?.(turn);
  const stopProgress = progress === undefined ? () => undefined : followProgress(turn, progress);
  try {
    const waitMs = waitTime(options.waitMs, mount.settings.waitMs, context);
    const end = performance.now() + (waitMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const waited = await waitForTurn(turn, Math.max(0, end - performance.now()), signal);
      if (waited.type === 'report') return giveReport(mount, waited.report);
      const { view } = waited;
      const [approval] = view.approvals;
      const leftMs = end - performance.now();
      if (approval === undefined || leftMs <= 0) return giveState(mount, view);
      if (context.asksByResult) return { ...giveState(mount, view), questions: questionsOf(mount, view) };
      if (ask === undefined || (await askPerson(mount, turn, approval, ask, { signal, leftMs })) === 'nobody') {
        return giveState(mount, turn.view());
      }
    }
  } catch (error) {
    if (options.owns && signal.aborted) turn.stop('cancelled');
    throw error;
  } finally {
    stopProgress();
  }
}

function questionsOf({ adapter }: Mount, view: TurnView) {
  return { turn: view.id, list: view.approvals.map((approval) => approvalQuestion(adapter.title, view, approval)) };
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
