import type { CauseClass } from '@agentmount/core';
import { expect, it } from 'vitest';
import { exitCode } from '../../src/run/exit-code.js';

const failed = (kind: CauseClass) => ({ status: 'failed', cause: { class: kind, message: 'x' } }) as const;
const interrupted = { status: 'interrupted', cause: { class: 'person', message: 'x' } } as const;

it.each([
  ['an answer', { status: 'completed' } as const, undefined, 0],
  ['an answer that was there before the signal took effect', { status: 'completed' } as const, 'SIGINT', 0],
  ['any failure', failed('agent'), undefined, 1],
  ['a turn that another program stopped', interrupted, undefined, 1],
  ['no login', failed('auth'), undefined, 3],
  ['a program that cannot be started', failed('spawn'), undefined, 3],
  ['a rate limit', failed('rate'), undefined, 75],
  ['a session that is taken', failed('busy'), undefined, 75],
  ['a deadline', failed('timeout'), undefined, 124],
  ['SIGHUP', interrupted, 'SIGHUP', 129],
  ['Ctrl-C', interrupted, 'SIGINT', 130],
  ['SIGTERM', interrupted, 'SIGTERM', 143],
] as const)('%s', (_, report, signal, code) => {
  expect(exitCode(report, signal)).toBe(code);
});
