import type { SessionLease } from '../state/session-locks.js';
import type { Slot, SlotRecord } from '../state/slots.js';
import type { TurnView } from './turn.js';
import type { TurnServices } from './turn-services.js';

/** What is granted at once is not told as waiting. */
const ANNOUNCE_AFTER_MS = 300;

/** What a turn holds while it runs: its session, a slot, and, until its process is ready, a start. Given back in every case. */
export class TurnHolds {
  readonly #services: Pick<TurnServices, 'locks' | 'slots' | 'gate' | 'untilResumable'>;
  readonly #record: SlotRecord;
  readonly #queue = new AbortController();
  readonly #leases = new Map<string, SessionLease>();
  #slot: Slot | undefined;
  #agent: number | undefined;
  #naming: Promise<unknown> = Promise.resolve();
  #leaveGate: (() => void) | undefined;
  #waitingFor: TurnView['queuedFor'];

  constructor(services: Pick<TurnServices, 'locks' | 'slots' | 'gate' | 'untilResumable'>, record: SlotRecord) {
    this.#services = services;
    this.#record = record;
  }

  get waitingFor(): TurnView['queuedFor'] {
    return this.#waitingFor;
  }

  /** The session first: a turn that waits for its session must not keep a slot from others. Rejects when abandoned, holding nothing. */
  async take(session: string | undefined, changed: () => void): Promise<void> {
    const { signal } = this.#queue;
    let announcing: NodeJS.Timeout | undefined;
    const waitFor = (what: TurnView['queuedFor']) => {
      clearTimeout(announcing);
      this.#waitingFor = undefined;
      if (what === undefined) return;
      announcing = setTimeout(() => {
        this.#waitingFor = what;
        changed();
      }, ANNOUNCE_AFTER_MS);
    };
    try {
      if (session !== undefined) {
        waitFor('session');
        this.#leases.set(session, await this.#services.locks.acquire(session, signal));
        waitFor('resume');
        await this.#services.untilResumable(session, signal);
      }
      waitFor('slot');
      this.#slot = await this.#services.slots.acquire(
        session === undefined ? this.#record : { ...this.#record, session },
        signal,
      );
      waitFor('start');
      this.#leaveGate = await this.#services.gate.enter(signal);
      signal.throwIfAborted();
    } catch (error) {
      await this.release();
      throw error;
    } finally {
      waitFor(undefined);
    }
  }

  /** Leaves the queue at once, if still in it. */
  abandonQueue(): void {
    this.#queue.abort(new Error('the turn was stopped while it was queued'));
  }

  /**
   * Waits for a start, unless one is held: every process of a turn is started no sooner than the machine can start it, and than the agent
   * can continue `session`. Rejects when abandoned.
   */
  async takeStart(signal: AbortSignal, session: string | undefined): Promise<void> {
    if (this.#leaveGate) return;
    const either = AbortSignal.any([signal, this.#queue.signal]);
    if (session !== undefined) await this.#services.untilResumable(session, either);
    const leave = await this.#services.gate.enter(either);
    if (either.aborted) leave();
    either.throwIfAborted();
    this.#leaveGate = leave;
  }

  /** The agent that writes the sessions runs: they stay locked while it lives, should this server be killed. */
  nameAgent(pid: number): void {
    this.#agent = pid;
    this.#naming = Promise.all([...this.#leases.values()].map((lease) => lease.nameAgent(pid)));
  }

  /** Resolves when the locks name the agent that was named last. Never rejects. */
  async agentNamed(): Promise<void> {
    await this.#naming;
  }

  /** The process is ready: others may start. */
  started(): void {
    this.#leaveGate?.();
    this.#leaveGate = undefined;
  }

  /** A session that became known, or changed, while the turn runs. It is this turn's own: nobody else can know its id yet. */
  async addSession(session: string): Promise<void> {
    if (this.#leases.has(session) || this.#queue.signal.aborted) return;
    void this.#slot?.update({ session });
    try {
      const lease = await this.#services.locks.acquire(session, this.#queue.signal);
      this.#leases.set(session, lease);
      if (this.#agent !== undefined) await lease.nameAgent(this.#agent);
    } catch {
      // Held by another, or abandoned: the agent writes it all the same, and refusing now would lose the turn.
    }
  }

  async release(): Promise<void> {
    this.started();
    await this.#slot?.release();
    this.#slot = undefined;
    for (const lease of this.#leases.values()) await lease.release();
    this.#leases.clear();
  }
}
