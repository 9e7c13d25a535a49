import type { ParkedApproval, Turn } from '@agentmount/core';
import type { Mount } from '../mount/mount.js';
import { LONGEST_TIMER_MS } from '../settings/form.js';
import type { CallContext } from '../tools/tool.js';
import { answerForPerson } from './answer-for-person.js';
import { approvalQuestion, questionKey } from './approval-question.js';

/**
 * Asks the person at the host about one parked approval and hands the answer to the turn. The question is taken back as soon as
 * the approval is decided otherwise (another call's answer, the clock, the agent itself), the turn ends, or the time is over.
 * @param leftMs how long the call may still wait
 * @returns `nobody`: it is still parked, and no person has answered; `over`: look at the turn again
 */
export async function askPerson(
  mount: Mount,
  turn: Turn,
  approval: ParkedApproval,
  ask: NonNullable<CallContext['ask']>,
  { signal, leftMs }: { readonly signal: AbortSignal; readonly leftMs: number },
): Promise<'over' | 'nobody'> {
  const key = questionKey(approval);
  const id = `${turn.id}/${key}`;
  // Another call that waits for the same turn has the question open already.
  if (mount.asked.has(id)) return 'nobody';
  const isOpen = () => {
    const { state, approvals } = turn.view();
    return (
      state !== 'stopping' &&
      state !== 'finishing' &&
      state !== 'ended' &&
      approvals.some((parked) => questionKey(parked) === key)
    );
  };
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(leftMs, LONGEST_TIMER_MS));
  const stopListening = turn.onChange(() => {
    if (!isOpen()) over.abort();
  });
  mount.asked.add(id);
  try {
    const question = approvalQuestion(mount.adapter.title, turn.view(), approval);
    const reply = await ask(question, AbortSignal.any([signal, over.signal]));
    if (!isOpen()) return 'over';
    return answerForPerson(turn, approval, reply) ? 'over' : 'nobody';
  } catch {
    signal.throwIfAborted();
    // The host refused the question, or it was taken back.
    return over.signal.aborted || !isOpen() ? 'over' : 'nobody';
  } finally {
    mount.asked.delete(id);
    clearTimeout(timer);
    stopListening();
  }
}
