import type { AgentAdapter } from '../contract/adapter.js';
import { Refusal } from '../runner/refusal.js';
import type { ParkedApproval } from './turn.js';

/** Why a turn of this transport cannot be steered, and which transports can be. */
export function cannotSteer(adapter: AgentAdapter, transport: string): Refusal {
  const others = adapter.transports.map((other) => other.name).filter((name) => name !== transport);
  const where = others.length === 0 ? '' : `, and steer on ${others.join(', ')}`;
  return new Refusal('transport', `a ${transport} turn cannot be steered; follow_up and abort work here${where}`);
}

/** A message for a turn that is on its way out. */
export function stoppingRefusal(turn: string): Refusal {
  return new Refusal('turn', `turn ${turn} is being stopped; continue its session with a reply once it has ended`);
}

/** An answer to an approval that does not wait. */
export function noApproval(approval: string, waiting: readonly ParkedApproval[]): Refusal {
  const ids = waiting.map((parked) => parked.id).join(', ') || 'none';
  return new Refusal('turn', `no approval ${JSON.stringify(approval)} waits in this turn; waiting: ${ids}`);
}
