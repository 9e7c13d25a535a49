import type { CauseClass, Report } from '@agentmount/core';
import type { StopSignal } from './stop-on-signals.js';

/** What `run` exits with, and when; 2 is a refusal before anything started. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'the answer is on stdout'],
  [1, 'the agent gave no answer; stderr says why and how to go on'],
  [2, 'the command line, a setting or an argument was refused, and nothing was started'],
  [3, 'the agent cannot be used: it is not installed, or not logged in'],
  [75, 'try again later: a rate limit, or another process has the session'],
  [124, 'the time was over'],
  [129, 'stopped by SIGHUP; 130 by Ctrl-C, 143 by SIGTERM'],
];

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const satisfies Record<StopSignal, number>;
const CAUSES: Readonly<Partial<Record<CauseClass, number>>> = { auth: 3, spawn: 3, rate: 75, busy: 75, timeout: 124 };

/** The exit code for how a turn came out. @param signal the one that stopped it */
export function exitCode({ status, cause }: Pick<Report, 'status' | 'cause'>, signal?: StopSignal): number {
  // A stop that came too late hit a finished turn: its answer counts.
  if (status === 'completed') return 0;
  if (signal !== undefined && status === 'interrupted') return SIGNALS[signal];
  return (cause && CAUSES[cause.class]) ?? 1;
}
