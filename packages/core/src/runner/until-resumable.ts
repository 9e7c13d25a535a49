import { setTimeout as delay } from 'node:timers/promises';
import type { AgentAdapter } from '../contract/adapter.js';
import type { SessionIndex } from '../state/session-index.js';

/** However wrong a clock is, no turn waits longer than this, ms. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Resolves when the agent can continue the session in another process: at once, unless the adapter says otherwise and the index knows
 * when the session was created. Rejects when the signal is aborted.
 */
export async function untilResumable(
  session: string,
  {
    adapter,
    index,
    signal,
  }: { readonly adapter: AgentAdapter; readonly index: SessionIndex; readonly signal: AbortSignal },
): Promise<void> {
  if (!adapter.resumableFrom) return;
  const createdAt = (await index.get(session))?.createdAt;
  if (createdAt === undefined) return;
  const left = adapter.resumableFrom(createdAt) - Date.now();
  if (left > 0) await delay(Math.min(left, LONGEST_WAIT_MS), undefined, { signal });
}
