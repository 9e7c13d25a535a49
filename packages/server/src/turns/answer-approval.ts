import { Refusal, type Turn } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import { variablePrefix } from '../settings/variables.js';
import { turnName } from './send-command.js';

/** A caller's answer to an approval. */
export interface ApprovalAnswer {
  readonly allow: boolean;
  /** Which approval; may be left out when only one waits. */
  readonly approval?: string | undefined;
  /** Why, for the agent where its wire carries it. */
  readonly reason?: string | undefined;
}

/** Answers a parked approval and says so. Throws a `Refusal` when none waits, when it is not clear which, or when only a person may allow. */
export function answerApproval(mount: Mount, turn: Turn, answer: ApprovalAnswer): string {
  const { allow, approval, reason } = answer;
  const view = turn.view();
  if (allow && mount.settings.approvals === 'person') {
    throw new Refusal(
      'argument',
      `${variablePrefix(mount.adapter)}APPROVALS=person: only a person may allow; deny is possible.`,
    );
  }
  const [first, ...others] = view.approvals;
  if (first === undefined)
    throw new Refusal('turn', `no approval waits in ${turnName(view)}; it may have been denied by the clock.`);
  if (approval === undefined && others.length > 0) {
    const list = view.approvals.map(({ id, tool }) => `${id} (${tool})`).join(', ');
    throw new Refusal('argument', `several approvals wait: ${list}. Name one with approval.`);
  }
  const chosen = approval === undefined ? first : view.approvals.find(({ id }) => id === approval);
  if (chosen === undefined) {
    const list = view.approvals.map(({ id }) => id).join(', ');
    throw new Refusal('argument', `no approval ${JSON.stringify(approval)} waits; waiting: ${list}.`);
  }
  turn.answer(chosen.id, allow, reason);
  return `${allow ? 'Allowed' : 'Denied'} ${chosen.id} (${chosen.tool}) of ${turnName(view)}.`;
}
