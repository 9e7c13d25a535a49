import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait, and what to call it when it does not come. */
export interface WaitForOptions {
  /** Default 60,000. */
  readonly timeoutMs?: number;
  /** Names the condition in the failure; a function is asked when the time is over, so that it can show the last state. */
  readonly what: string | (() => string);
}

/**
 * Asks again and again until the condition gives something that is not `undefined`, `null` or `false`, and returns that.
 * @throws Error naming the condition when the time is over; an error that the condition throws at the last look is its `cause`.
 */
export async function waitFor<Value>(
  condition: () => Value | undefined | null | false | Promise<Value | undefined | null | false>,
  options: WaitForOptions,
): Promise<Value> {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const end = performance.now() + timeoutMs;
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 100)) {
    const late = performance.now() >= end;
    let failure: unknown;
    try {
      const value = await condition();
      if (value !== undefined && value !== null && value !== false) return value;
    } catch (error) {
      failure = error;
    }
    if (late) {
      const what = typeof options.what === 'function' ? options.what() : options.what;
      const last =
        failure === undefined ? '' : ` (last look: ${failure instanceof Error ? failure.message : String(failure)})`;
      throw new Error(`Waited ${timeoutMs} ms for ${what}${last}`, { cause: failure });
    }
    await delay(pause);
  }
}
