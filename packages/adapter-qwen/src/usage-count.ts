import type { UsageEvent } from '@agentmount/core';

interface Tokens {
  readonly input: number;
  readonly output: number;
}

const NOTHING: Tokens = { input: 0, output: 0 };

/** Makes figures of one prompt of qwen's, which are totals of a session. */
export interface UsageCount {
  /** One answer of the model, to the main agent or to a sub-agent whose frames are on the wire. */
  step(tokens: Tokens): UsageEvent[];
  /** The session has changed (`/clear`): its total begins at 0. */
  restart(): void;
  /** The total in a `result` frame. */
  total(tokens: Tokens): UsageEvent[];
}

/**
 * Made for one process. qwen 0.24.4 says a running total of the session, restored by `--resume`, in every result.
 * - Where the total before the prompt is known, the difference is the figure: it counts background sub-agents and the requests
 *   that qwen makes for itself (memory, classifier), which have no frames.
 * - In the first prompt after a resume it is not known, and the session may have been used elsewhere since: the steps stand.
 * Tokens of a request that failed or was interrupted are in neither, and a provider that counts none leaves them unknown.
 */
export function createUsageCount(resumed: boolean): UsageCount {
  let before: Tokens | undefined = resumed ? undefined : NOTHING;

  return {
    step(tokens) {
      return tokens.input + tokens.output === 0 ? [] : [{ type: 'usage', scope: 'step', ...tokens }];
    },
    restart() {
      before = NOTHING;
    },
    total(tokens) {
      const known = before;
      before = tokens;
      if (known === undefined) return [];
      const input = tokens.input - known.input;
      const output = tokens.output - known.output;
      return input < 0 || output < 0 || input + output === 0 ? [] : [{ type: 'usage', scope: 'prompt', input, output }];
    },
  };
}
