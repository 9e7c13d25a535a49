import type { AgentAdapter } from '../contract/adapter.js';
import { Refusal } from '../runner/refusal.js';

/** Why a turn of this transport cannot be steered, and which transports can be. */
export function cannotSteer(adapter: AgentAdapter, transport: string): Refusal {
  const others = adapter.transports.map((other) => other.name).filter((name) => name !== transport);
  const where = others.length === 0 ? '' : `, and steer on ${others.join(', ')}`;
  return new Refusal('transport', `a ${transport} turn cannot be steered; follow_up and abort work here${where}`);
}
