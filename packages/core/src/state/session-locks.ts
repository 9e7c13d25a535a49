/** The right to write one session; held by one turn at a time. */
export interface SessionLease {
  /**
   * Names the agent that writes the session, so that the session stays locked while it lives, should this server be
   * killed. Call it when the agent has started. Never rejects.
   */
  nameAgent(pid: number): Promise<void>;
  /** Gives the session to the next in line. Idempotent, never rejects. */
  release(): Promise<void>;
}

/** One writer per session: queued within a server, told at once who holds it across servers. */
export interface SessionLocks {
  /**
   * Waits its turn within this server. Rejects with a {@link Refusal} `busy` naming the owner when another live process
   * holds the session, and with the signal's reason when aborted while waiting (it then leaves the queue at once). A
   * dead process holds nothing; the agent that it left behind is given a few seconds to be ended by its watchdog.
   */
  acquire(session: string, signal: AbortSignal): Promise<SessionLease>;
}
