/** The right to run one turn. */
export interface Slot {
  /** Notes what became known of the turn, for people who list what runs. Never rejects. */
  update(changes: Partial<SlotRecord>): Promise<void>;
  /** Gives the slot to the next in line. Idempotent, never rejects. */
  release(): Promise<void>;
}

/** What a person's list of running turns shows of a slot's holder. */
export interface SlotRecord {
  readonly turn: string;
  readonly agent: string;
  readonly cwd: string;
  readonly session?: string;
}

/** How many turns run at once, over all servers of one user, counted per depth of delegation. */
export interface Slots {
  /**
   * First come, first served. Rejects with the signal's reason when aborted while waiting, leaving the queue at once.
   */
  acquire(record: SlotRecord, signal: AbortSignal): Promise<Slot>;
}

/** Paces the starts of agents to what the machine's cores can start. */
export interface StartGate {
  /**
   * Resolves when a process may start; call the returned function once it is ready or gone. Rejects like {@link
   * Slots.acquire}.
   */
  enter(signal: AbortSignal): Promise<() => void>;
}
