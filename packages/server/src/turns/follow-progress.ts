import type { Turn, TurnView } from '@agentmount/core';
import { progressText, turnFactsText } from '../texts/progress-text.js';

/** Longest silence, ms. */
const HEARTBEAT_MS = 15_000;
/** Shortest time between two messages, ms: an agent may call a hundred tools in a second. */
const SHORTEST_GAP_MS = 250;

/**
 * Tells a host how a turn goes on, until the returned function is called: at once, at each change of its state and tools, and at
 * least every 15 seconds. A message says names and figures, never a prompt, an argument or an output.
 * @param send sends one message and resolves when the host's pipe took it; while it has not, nothing more is sent
 * @param textOf what a message says of the turn; what is known since the last one is put behind it
 */
export function followProgress(
  turn: Turn,
  send: (message: string) => Promise<void>,
  textOf: (view: TurnView) => string = progressText,
): () => void {
  let last = '';
  let toldFacts = '';
  let lastAt = 0;
  let busy = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => tell(true), delay);
    timer.unref();
  };
  const tell = (heartbeat: boolean) => {
    if (stopped || busy) return;
    const gap = lastAt + SHORTEST_GAP_MS - Date.now();
    if (gap > 0) return schedule(gap);
    const view = turn.view();
    const milestone = milestoneOf(view);
    if (milestone === last && !heartbeat) return;
    last = milestone;
    lastAt = Date.now();
    busy = true;
    const facts = turnFactsText(view);
    const news = facts === toldFacts ? '' : facts;
    toldFacts = facts;
    send(`${textOf(view)}${news}`)
      // The pipe is gone: whoever owns it ends the turn.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
        if (milestoneOf(turn.view()) !== last) schedule(SHORTEST_GAP_MS);
        else schedule(HEARTBEAT_MS);
      });
  };

  const stopListening = turn.onChange(() => tell(false));
  tell(false);
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}

/** What has to differ for a message to be worth sending before the heartbeat. */
function milestoneOf(view: TurnView): string {
  const { state, queuedFor, session, model, tools, runningTool, approvals } = view;
  return JSON.stringify([state, queuedFor, session, model, tools, runningTool, approvals.length]);
}
