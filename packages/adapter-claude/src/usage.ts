import { asAmount, type UsageEvent } from '@agentmount/core';
import { apiField, messageField, readTokens, resultField } from './wire.js';

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Makes figures of one prompt of what claude counts. */
export interface UsageCount {
  /** An event of the model's API: a message that was streamed to its end is one step. */
  stream(event: unknown): UsageEvent[];
  /** A `result` frame of the prompt. */
  result(frame: unknown): UsageEvent[];
  /** A `result` frame of something else: what it cost is none of the prompt's. */
  pass(frame: unknown): void;
  /** The session has changed: its costs are not known. */
  restart(): void;
}

/**
 * Made for one process. In claude 2.1.332 the tokens of a result are this prompt's, and its cost is the session's so far, also over
 * `--resume`: a prompt's cost is the difference where the cost before it is known. In a prompt that was interrupted claude counts no
 * tokens: the messages that came to their end stand for it.
 */
export function createUsageCount(resumed: boolean): UsageCount {
  let before: number | undefined = resumed ? undefined : 0;
  let started: Tokens | undefined;
  /** What the messages of the prompt that came to their end have counted. */
  let finished: Tokens | undefined;

  function spent(frame: unknown): number | undefined {
    const total = asAmount(resultField(frame, 'total_cost_usd'));
    const known = before;
    before = total;
    if (total === undefined || known === undefined || total <= known) return undefined;
    return Math.round((total - known) * 1e9) / 1e9;
  }

  return {
    stream(event) {
      switch (apiField(event, 'type')) {
        case 'message_start':
          started = readTokens(messageField(apiField(event, 'message'), 'usage'));
          return [];
        case 'message_delta': {
          const now = readTokens(apiField(event, 'usage'));
          if (now !== undefined) started = { input: Math.max(now.input, started?.input ?? 0), output: now.output };
          return [];
        }
        case 'message_stop': {
          const tokens = started;
          started = undefined;
          if (tokens === undefined) return [];
          const { input = 0, output = 0 } = finished ?? {};
          finished = { input: input + tokens.input, output: output + tokens.output };
          return [{ type: 'usage', scope: 'step', ...tokens }];
        }
        default:
          return [];
      }
    },
    result(frame) {
      const cost = spent(frame);
      const tokens = readTokens(resultField(frame, 'usage')) ?? finished;
      finished = undefined;
      started = undefined;
      if (tokens === undefined) return [];
      return [{ type: 'usage', scope: 'prompt', ...tokens, ...(cost === undefined ? {} : { cost }) }];
    },
    pass(frame) {
      spent(frame);
      finished = undefined;
    },
    restart() {
      before = undefined;
    },
  };
}
