import { Refusal, type Runner, type Turn } from '@agentmount/core';
import { callText } from '../texts/head-line.js';

/** How a caller names a turn: by its own id, or by its session, whose newest turn is meant. */
export interface TurnName {
  readonly session?: string;
  readonly turn?: string;
}

/**
 * The turn that a caller means. Throws a `Refusal` when it names none, two, or one that this server does not know.
 * @param agent the adapter's name
 */
export function findTurn(agent: string, runner: Runner, name: TurnName): Turn {
  const { session, turn } = name;
  if ((session === undefined) === (turn === undefined)) {
    throw new Refusal('argument', `give either session or turn; ${agent}_running lists both.`);
  }
  const found = runner.find(turn ?? session ?? '');
  if (found !== undefined) return found;
  const known = 'This server knows the turns of the last hour, not those from before its start.';
  if (turn !== undefined) {
    throw new Refusal(
      'turn',
      `there is no turn ${JSON.stringify(turn)}. ${known} ${agent}_sessions lists the sessions.`,
    );
  }
  const reply = callText(`${agent}_reply`, { session: session ?? '', prompt: '…' });
  throw new Refusal('turn', `session ${JSON.stringify(session)} has no turn here. ${known} To continue it: ${reply}`);
}
