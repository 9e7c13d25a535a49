import type { Turn } from '@agentmount/core';

/** The signals that end a turn. */
export type StopSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const satisfies readonly StopSignal[];

/** A turn that signals to this process stop. */
export interface StoppedBySignals {
  /** The first signal that came. */
  signal(): StopSignal | undefined;
  /** Lets signals be what they were. */
  release(): void;
}

/**
 * Stops a turn when this process gets a signal: the first one lets the agent stop in its own way, the second one leaves no time. The agent
 * has a session of its own, so that Ctrl-C on a terminal reaches this process alone.
 * @param onStop called at each signal, with how many have come
 */
export function stopOnSignals(turn: Turn, onStop: (count: number) => void): StoppedBySignals {
  let first: StopSignal | undefined;
  let count = 0;
  const stop = (signal: StopSignal) => {
    first ??= signal;
    count += 1;
    onStop(count);
    turn.stop('person', count > 1);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: () => first,
    release() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
