import type { ClaudeOptions } from './options.js';

export type ApprovalMode = NonNullable<ClaudeOptions['approval_mode']>;

/** What `--permission-mode` calls each (claude 2.1.332; `manual` is what its help shows for the mode that asks). */
const FLAGS: Readonly<Record<ApprovalMode, string>> = {
  plan: 'plan',
  default: 'manual',
  'auto-edit': 'acceptEdits',
  auto: 'auto',
  yolo: 'bypassPermissions',
};

/** How much a mode lets claude do unasked, by the name that `init` gives it: `default` and `manual` are one mode. */
const FREEDOM: Readonly<Record<string, number>> = {
  plan: 0,
  dontAsk: 1,
  default: 1,
  manual: 1,
  acceptEdits: 2,
  auto: 3,
  bypassPermissions: 4,
};

/** The mode as the command line takes it. */
export function modeFlag(mode: ApprovalMode): string {
  return FLAGS[mode];
}

/**
 * Compares the mode that claude says it runs in with the one that was asked for. `freer`: it may do more than was allowed, or something
 * that nobody here knows; `stricter`: it may do less, or asks another way.
 */
export function compareMode(asked: ApprovalMode, runs: string): 'same' | 'freer' | 'stricter' {
  const wanted = FLAGS[asked];
  if (runs === wanted || (asked === 'default' && runs === 'default')) return 'same';
  const most = FREEDOM[wanted] ?? 0;
  const freedom = Object.hasOwn(FREEDOM, runs) ? FREEDOM[runs] : undefined;
  if (asked === 'yolo') return 'stricter';
  return freedom === undefined || freedom > most ? 'freer' : 'stricter';
}
