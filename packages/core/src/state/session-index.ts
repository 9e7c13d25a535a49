/** How a session's last turn went, or `running`. */
export type SessionStatus = 'running' | 'completed' | 'failed' | 'interrupted';

/** What is remembered of a session. The conversation itself stays in the agent's own store. */
export interface SessionEntry {
  /** The agent's own session id. */
  readonly id: string;
  /** Absolute directory that the session belongs to. */
  readonly cwd: string;
  readonly model?: string;
  readonly transport?: string;
  /** Unknown for sessions taken over from an older index. */
  readonly status?: SessionStatus;
  /** ms since the epoch. */
  readonly createdAt?: number;
  /** ms since the epoch. */
  readonly lastUsedAt: number;
  /** Running total of tokens and dollars as the agent said last, for agents that only tell totals. */
  readonly totals?: { readonly input: number; readonly output: number; readonly cost?: number };
}

/** The map from session to directory, shared by all servers of one user. */
export interface SessionIndex {
  /** Adds or updates an entry; resolves once it is durable, or kept in memory where the folder cannot be written. */
  record(entry: SessionEntry): Promise<void>;
  /** Removes an entry whose session never came to be. */
  forget(id: string): Promise<void>;
  get(id: string): Promise<SessionEntry | undefined>;
  /** Newest first. */
  list(): Promise<readonly SessionEntry[]>;
  /**
   * What a person must know about the state folder (not writable, damaged file kept aside), for every report; empty
   * when all is well.
   */
  warnings(): readonly string[];
}
