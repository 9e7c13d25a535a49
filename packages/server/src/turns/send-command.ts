import { type Delivery, Refusal, type Turn, type TurnView } from '@agentmount/core';
import { shortDuration } from '../texts/numbers.js';

/** What can be done to a running turn beside answering it. */
export type SendCommand = 'steer' | 'follow_up' | 'abort';

/**
 * Carries out a command on a running turn and says what was done. Throws a `Refusal` when it cannot be.
 * @param agent the adapter's name
 */
export function sendCommand(agent: string, turn: Turn, command: SendCommand, message: string | undefined): string {
  const view = turn.view();
  if (command === 'abort') {
    if (message !== undefined)
      throw new Refusal('argument', 'abort takes no message; send one with steer or follow_up.');
    turn.stop('aborted');
    return `Sent abort to ${turnName(view)}. Its report says how it ended.`;
  }
  if (message === undefined) throw new Refusal('argument', `${command} needs a message.`);
  const delivery = command === 'steer' ? turn.steer(message) : turn.followUp(message);
  return DELIVERIES[delivery](agent, command, turnName(view));
}

const DELIVERIES: Record<Delivery, (agent: string, command: SendCommand, turn: string) => string> = {
  steered: (agent, command, turn) => `Sent ${command} to ${turn}; ${agent} takes it up at its next step.`,
  redirected: (agent, _command, turn) =>
    `Interrupted ${turn}; ${agent} goes on with your message, and what it had said is kept for the report.`,
  queued: (agent, command, turn) => `Queued ${command} for ${turn}; ${agent} gets it after the prompt before it.`,
};

/** A turn by name, with how long it has been running. */
export function turnName(view: TurnView): string {
  const session = view.session === undefined ? '' : `session ${view.session}, `;
  const since = view.state === 'queued' ? 'queued' : 'running';
  return `${session}turn ${view.id} (${since} for ${shortDuration(view.elapsedMs)})`;
}
