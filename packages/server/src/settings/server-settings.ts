import type { Settings } from '@agentmount/core';

/** Everything that the environment variables of one adapter say. */
export interface ServerSettings {
  /** What the runner works under. */
  readonly runner: Settings;
  /** Longest message from the host, bytes. */
  readonly maxFrame: number;
  /** How long a call waits for its turn, ms; absent: by the host's name. */
  readonly waitMs?: number;
  /** Whose yes counts for a parked approval: also the calling model's, or only a person's. */
  readonly approvals: 'caller' | 'person';
}
