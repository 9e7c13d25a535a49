import type { ParkedApproval, Turn } from '@agentmount/core';
import { type PersonReply, readReply } from './person-reply.js';

/** Answers a parked approval as a person's reply says. False when no person can have given the reply: the approval stays parked. */
export function answerForPerson(turn: Turn, approval: ParkedApproval, reply: PersonReply): boolean {
  const meaning = readReply(reply);
  if (meaning === 'nobody') return false;
  const allow = meaning === 'allow';
  turn.answer(approval.id, allow, allow ? 'Allowed by a person.' : 'Denied by a person.');
  return true;
}
