import { Refusal } from '@agentmount/core';
import type { FoundTurn } from '../shared/running-turns.js';
import { UsageError } from '../shared/usage-error.js';

/**
 * The turns that words mean: a turn's id, `ID@SERVER`, or a session. Throws a {@link Refusal} for a word that names none, a
 * {@link UsageError} for one that names turns of several servers.
 */
export function chooseTurns(
  words: readonly string[],
  turns: readonly FoundTurn[],
  program: string,
): readonly FoundTurn[] {
  const chosen = words.map((word) => {
    const found = turns.filter(
      ({ turn, session, server }) => word === turn || word === session || word === `${turn}@${server.pid}`,
    );
    const [only, ...others] = found;
    if (only === undefined) {
      throw new Refusal(
        'turn',
        `no turn ${JSON.stringify(word.slice(0, 100))} is running; ${program} running lists them`,
      );
    }
    if (others.length === 0) return only;
    const names = found.map(({ turn, server }) => `${turn}@${server.pid}`);
    throw new UsageError(`${JSON.stringify(word)} is a turn of several servers: say which, ${names.join(' or ')}.`);
  });
  return [...new Set(chosen)];
}
