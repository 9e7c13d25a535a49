import { spawnSync } from 'node:child_process';

/** Why bubblewrap cannot be used here, or undefined when it can. */
export const noBwrap = reasonAgainst(
  'bwrap',
  ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'],
  'needs bwrap (Debian: apt-get install bubblewrap) and the right to make namespaces',
);

/** Why no process namespace can be made here with `unshare`, or undefined when one can. */
export const noUnshare = reasonAgainst(
  'unshare',
  ['--pid', '--fork', '--kill-child', '--mount-proc', 'true'],
  'needs unshare of util-linux and the right to make namespaces',
);

function reasonAgainst(program: string, trial: readonly string[], reason: string): string | undefined {
  return spawnSync(program, trial).status === 0 ? undefined : reason;
}
