import type { Report, Turn, TurnView } from '@agentmount/core';
import { LONGEST_TIMER_MS } from '../settings/form.js';

/** What a wait came to: the turn's report, or where the turn stands when it needs an approval or the time is over. */
export type Waited =
  | { readonly type: 'report'; readonly report: Report }
  | { readonly type: 'waiting'; readonly view: TurnView };

/**
 * Waits for a turn's end, for an approval that is parked, or for the time to be over, whichever is first. The turn itself goes on.
 * @param waitMs infinite: no limit @param signal rejects the wait with its reason
 */
export async function waitForTurn(turn: Turn, waitMs: number, signal: AbortSignal): Promise<Waited> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<Waited>();
  const stillWaiting = () => over.resolve({ type: 'waiting', view: turn.view() });
  const timer =
    waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(stillWaiting, Math.min(waitMs, LONGEST_TIMER_MS));
  const abort = () => over.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const stopListening = turn.onChange((view) => {
    if (view.approvals.length > 0) stillWaiting();
  });
  if (turn.view().approvals.length > 0) stillWaiting();
  try {
    return await Promise.race([over.promise, turn.report.then((report): Waited => ({ type: 'report', report }))]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    stopListening();
  }
}
