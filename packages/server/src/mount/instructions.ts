import type { AgentAdapter } from '@agentmount/core';
import { clause } from '../texts/clause.js';

/** How the tools work together, for the host to hand to its model; under 1,500 characters for two adapters. */
export function instructions(adapters: readonly AgentAdapter[]): string {
  const agents = adapters.map(
    ({ name, texts }) => `${name}: ${clause(texts.about)}. Caution: ${clause(texts.danger)}.`,
  );
  const x = adapters.length === 1 ? (adapters[0]?.name ?? 'X') : 'X';
  return [
    'Delegates coding tasks to agents installed on this machine.',
    ...agents,
    `${x} starts a session; the prompt must be self-contained. Its report begins with [session: id]. ${x}_reply continues that session, ` +
      'also after a timeout, a cancelled call or a restart of this server: continue a failed session instead of starting over.',
    `A call returns after a while with [turn: id] when the work takes longer; nothing is lost: get the report with ${x}_wait, look with ` +
      `${x}_running, change or end it with ${x}_send. With wait_ms: 0 several turns run in parallel.`,
    `An approval that an agent waits for comes to you when no person answers it: answer with ${x}_send allow or deny; unanswered ones are denied.`,
    `${x}_sessions recovers lost ids, ${x}_models lists models.`,
  ].join('\n');
}
