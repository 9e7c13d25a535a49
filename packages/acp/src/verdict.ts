import type { StopReason } from '@agentclientprotocol/sdk';
import type { Failure, NoticeEvent, SettledEvent } from '@agentmount/core';
import { asText } from '@agentmount/core';
import { type FailureProfile, named } from './failures.js';
import { promptField } from './wire.js';

/** How a prompt came out. */
export interface Verdict {
  readonly outcome: SettledEvent['outcome'];
  readonly failure?: Failure;
  readonly notice?: NoticeEvent;
}

const COMPLETED: Verdict = { outcome: 'completed' };
export const INTERRUPTED: Verdict = { outcome: 'interrupted' };

/**
 * Reads the response to `session/prompt`.
 * @param expected whether the prompt was to end early: it was cancelled, or a call was denied, after which some agents stop
 */
export function verdictOf(
  profile: FailureProfile,
  response: unknown,
  expected: 'cancelled' | 'denied' | 'no',
): Verdict {
  const { agent } = profile;
  const reason = asText(promptField(response, 'stopReason'));
  switch (reason as StopReason | undefined) {
    case 'end_turn':
      return COMPLETED;
    case 'cancelled':
      if (expected === 'cancelled') return INTERRUPTED;
      if (expected === 'denied') return COMPLETED;
      return failed({ class: 'agent', message: `${agent} cancelled the prompt by itself` });
    case 'max_tokens': {
      const text = `${agent} stopped because the model's output was at its limit; the answer may be cut off.`;
      return { outcome: 'completed', notice: { type: 'notice', level: 'warning', text } };
    }
    case 'max_turn_requests':
      return failed(named(profile, 'limit', `${agent} made as many requests to the model as it allows for one prompt`));
    case 'refusal':
      return failed(named(profile, 'model', `the model of ${agent} refused to go on with the prompt`));
    default: {
      const what =
        reason === undefined ? 'without a reason' : `for the unknown reason ${JSON.stringify(reason.slice(0, 60))}`;
      return failed({ class: 'protocol', message: `${agent} ended the prompt ${what}` });
    }
  }
}

export function failed(failure: Failure): Verdict {
  return { outcome: 'failed', failure };
}
