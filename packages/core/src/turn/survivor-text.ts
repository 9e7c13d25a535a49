import type { Survivor } from '../process/survivor.js';

/** What a person must know of a process that outlived every attempt to end it. */
export function survivorText({ pid, reason }: Survivor): string {
  return reason === 'refused'
    ? `process ${pid}, which the agent started, runs as another user and could not be ended; end it by hand`
    : `process ${pid}, which the agent started, is stuck in the system and has not ended after SIGKILL; look for what it waits for`;
}
