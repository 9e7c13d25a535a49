import type { SessionEntry, SessionStatus } from '../state/session-index.js';
import type { CauseClass, Ending } from './report.js';
import type { Usage } from './tally.js';
import type { CheckedRequest, TurnServices } from './turn-services.js';
import type { WireEvent } from './wire.js';

/**
 * What an agent says only when its model has answered. Agents tell their session's id, and even begin its file, seconds before they write
 * the prompt down (qwen 0.24.4): when they are killed in between, nobody can continue that session.
 */
const WORK: ReadonlySet<WireEvent['type']> = new Set(['text', 'tool', 'approval', 'file', 'usage', 'rounds']);

/** The session of a turn, and its row in the index: written before the prompt is, kept however the turn ends. */
export class TurnSession {
  readonly #index: TurnServices['index'];
  readonly #isStored: TurnServices['isStored'];
  readonly #request: CheckedRequest;
  #id: string | undefined;
  #recorded: SessionEntry | undefined;
  #begun = false;

  constructor(services: Pick<TurnServices, 'index' | 'isStored'>, request: CheckedRequest) {
    this.#index = services.index;
    this.#isStored = services.isStored;
    this.#request = request;
    this.#id = request.session;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** The session as others may know it: one that will be there whatever happens next. */
  get shown(): string | undefined {
    return this.#begun ? this.#id : this.#request.session;
  }

  /** Something came from the agent after the prompt. True when that makes the session one that is {@link shown}. */
  heard(event: WireEvent['type']): boolean {
    if (this.#begun || !WORK.has(event)) return false;
    this.#begun = true;
    return true;
  }

  /** The process that said an id never took the prompt in: its session is none. */
  async reset(): Promise<void> {
    const recorded = this.#recorded;
    this.#id = this.#request.session;
    this.#recorded = undefined;
    this.#begun = false;
    if (recorded && recorded.id !== this.#id) await this.#index.forget(recorded.id);
  }

  /** The agent said its id. Recorded at once when the prompt is already out, else with the prompt. */
  async known(id: string, prompted: boolean): Promise<void> {
    this.#id = id;
    if (prompted) await this.record('running');
  }

  async record(status: SessionStatus, totals?: Usage): Promise<void> {
    if (this.#id === undefined) return;
    const { cwd, model, transport } = this.#request.setup;
    const now = Date.now();
    const entry: SessionEntry = {
      id: this.#id,
      cwd,
      transport,
      status,
      lastUsedAt: now,
      ...(model !== undefined && { model }),
      ...(totals !== undefined && { totals }),
    };
    this.#recorded = entry;
    await this.#index.record(entry);
  }

  /**
   * Whether a reply can continue it: it was a session before, or the agent took this prompt in. A new session whose process was cut off
   * may never have reached the agent's store: there its file is looked for, where the adapter knows the place.
   */
  async resumable(tookPrompt: boolean, ending: Ending, cause: CauseClass | undefined): Promise<boolean> {
    const is = await this.#isResumable(tookPrompt, ending, cause);
    if (is) this.#begun = true;
    return is;
  }

  async #isResumable(tookPrompt: boolean, ending: Ending, cause: CauseClass | undefined): Promise<boolean> {
    const id = this.#id;
    if (id === undefined || cause === 'session-unknown') return false;
    if (id === this.#request.session && !this.#request.unlisted) return true;
    if (!tookPrompt || ending !== 'cut-off') return tookPrompt;
    return (await this.#isStored(id, this.#request.setup)) ?? true;
  }

  /** The last word on the row; a session that never came to be leaves none. */
  async close(status: SessionStatus, resumable: boolean, totals?: Usage): Promise<void> {
    if (!this.#recorded) return;
    if (resumable) {
      if (this.#recorded.status !== status) await this.record(status, totals);
    } else if (this.#id !== this.#request.session || this.#request.unlisted)
      await this.#index.forget(this.#recorded.id);
    else await this.record(status, totals);
  }
}
