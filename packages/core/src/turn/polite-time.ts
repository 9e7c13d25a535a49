import type { Settings } from '../runner/settings.js';
import type { Verdict } from './turn-phases.js';

/** What an agent that has answered the stop gets to go by itself, ms. */
const AFTER_STOP_MS = 300;

/** How long a process gets to go by itself once nothing is asked of it any more, ms. */
export function politeTime({ ending, failure, reason }: Verdict, { stopGraceMs }: Settings): number {
  // An agent that did not keep to its wire may not keep to its limits either: it gets no time to go on.
  if (ending !== 'closed' || failure?.class === 'protocol') return 0;
  // Whoever stopped the turn waits for its end; else the agent may have something to put in order.
  return reason === undefined ? stopGraceMs : Math.min(stopGraceMs, AFTER_STOP_MS);
}
