import type { RequestId, SendAction } from '@agentmount/core';
import { requestLine } from './json-rpc.js';
import type { OpeningErrand } from './session-opening.js';

/** What a request of ours is for. */
export type Errand =
  | { readonly for: 'initialize' | 'check' }
  | OpeningErrand
  | { readonly for: 'prompt' }
  | { readonly for: 'steer'; readonly reference: string };

/** Our requests that have no reply yet. */
export interface OurRequests {
  make(errand: Errand, method: string, params: object): SendAction;
  /** What the reply to `id` is for; undefined when none of ours waits for it. Nothing waits for it afterwards. */
  take(id: RequestId): Errand | undefined;
  /** The id of the request that was made last and waits. */
  readonly last: RequestId | undefined;
  /** Whether one of this kind waits. */
  has(kind: Errand['for']): boolean;
}

export function createOurRequests(): OurRequests {
  const errands = new Map<RequestId, Errand>();
  let made = 0;

  return {
    make(errand, method, params) {
      made += 1;
      errands.set(made, errand);
      return { type: 'send', line: requestLine(made, method, params) };
    },
    take(id) {
      const errand = errands.get(id);
      errands.delete(id);
      return errand;
    },
    get last() {
      return [...errands.keys()].at(-1);
    },
    has: (kind) => [...errands.values()].some((errand) => errand.for === kind),
  };
}
