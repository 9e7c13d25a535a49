import type { ParkedApproval, TurnView } from '@agentmount/core';
import { questionText } from '../texts/approval-text.js';
import type { Question } from './person-reply.js';

/** The question to a person about a parked approval. @param title the agent's name as people know it */
export function approvalQuestion(title: string, view: TurnView, approval: ParkedApproval): Question {
  return { key: questionKey(approval), message: questionText(title, view.cwd, approval) };
}

/** The key of the question about a parked approval. */
export function questionKey({ id, expiresAt }: ParkedApproval): string {
  return `${id}@${expiresAt.toString(36)}`;
}
