import type { AgentAdapter, Report, Runner } from '@agentmount/core';
import type { ServerSettings } from '../settings/server-settings.js';

/** One adapter with what its tools need. */
export interface Mount {
  readonly adapter: AgentAdapter;
  readonly settings: ServerSettings;
  /** The runner, made at the first call: a host that only lists tools pays for none. */
  runner(): Promise<Runner>;
  /** When a report was given to a caller the last time, ms since the epoch. */
  readonly given: WeakMap<Report, number>;
  /** Questions that a person has before them now, by turn and approval: no second dialog is opened for one. */
  readonly asked: Set<string>;
}
