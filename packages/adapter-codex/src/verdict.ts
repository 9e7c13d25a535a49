import { asList, asWord, fieldOf, type SettledEvent } from '@agentmount/core';
import { turnFailure } from './failures.js';

/** How a prompt ended. */
export type Verdict = Omit<SettledEvent, 'type'>;

export const INTERRUPTED: Verdict = { outcome: 'interrupted' };

/**
 * Reads the `turn` of a `turn/completed` (codex 0.171.0).
 * @param spoken the last whole message of the turn; @param stopping whether we have asked for the stop
 */
export function readTurn(turn: unknown, spoken: string | undefined, stopping: boolean): Verdict {
  const status = fieldOf(turn, 'status');
  switch (status) {
    case 'completed':
      return answered(lastMessage(turn) ?? spoken);
    case 'interrupted':
      if (stopping) return INTERRUPTED;
      return { outcome: 'failed', failure: { class: 'agent', message: 'codex interrupted its turn by itself' } };
    case 'failed':
      return stopping ? INTERRUPTED : { outcome: 'failed', failure: turnFailure(fieldOf(turn, 'error')) };
    default: {
      const shown = JSON.stringify(status ?? null).slice(0, 60);
      return {
        outcome: 'failed',
        failure: { class: 'protocol', message: `codex ended the turn with the unknown status ${shown}` },
      };
    }
  }
}

/** A turn that ended well. One without a single message of the model has no answer. */
export function answered(answer: string | undefined): Verdict {
  if (answer !== undefined) return { outcome: 'completed', answer };
  const message = 'the turn ended normally, but the model has said nothing';
  return { outcome: 'failed', failure: { class: 'protocol', message, remedy: 'ask again in the same session' } };
}

/** The turn holds its last message; the whole list of its items is not in it. */
function lastMessage(turn: unknown): string | undefined {
  return asList(fieldOf(turn, 'items'))
    .flatMap((item) => (fieldOf(item, 'type') === 'agentMessage' ? (asWord(fieldOf(item, 'text')) ?? []) : []))
    .at(-1);
}
