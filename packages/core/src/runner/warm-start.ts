import type { AgentAdapter } from '../contract/adapter.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Setup } from '../contract/setup.js';
import { type KeepWish, KeptProcesses } from '../spares/kept-processes.js';
import { type Obtained, SparePool, type SpareWish } from '../spares/spare-pool.js';
import type { SessionIndex } from '../state/session-index.js';
import type { StartGate } from '../state/slots.js';
import type { CheckedRequest } from '../turn/turn-services.js';
import type { Wire } from '../turn/wire.js';
import type { Launcher } from './launcher.js';
import type { Settings } from './settings.js';

/** Decides when a process may wait for the next turn, and which files it depends on. */
export class WarmStart {
  readonly #adapter: AgentAdapter;
  readonly #launcher: Launcher;
  readonly #maxConcurrent: number;
  readonly #pool: SparePool;
  readonly #kept: KeptProcesses;
  readonly #index: SessionIndex;

  constructor(adapter: AgentAdapter, launcher: Launcher, settings: Settings, gate: StartGate, index: SessionIndex) {
    this.#index = index;
    this.#adapter = adapter;
    this.#launcher = launcher;
    this.#maxConcurrent = settings.maxConcurrent;
    // A delegated agent keeps none: whoever delegated to it has gone on with its own work. On another machine we could not see that one went stale.
    const allowed = launcher.depth === 0 && settings.wrapKind === 'local';
    this.#pool = new SparePool({
      most: allowed ? settings.spares : 0,
      killGraceMs: settings.killGraceMs,
      launch: (plan) => launcher.launch(plan),
      enterGate: (signal) => gate.enter(signal),
    });
    this.#kept = new KeptProcesses({
      keepMs: allowed ? settings.keepMs : 0,
      most: settings.maxConcurrent,
      killGraceMs: settings.killGraceMs,
    });
  }

  /** A process that was kept for the session, or one that waits for the plan, or a new one. */
  async obtain(plan: LaunchPlan, setup: Setup, session: string | undefined): Promise<Obtained> {
    const wish = await this.#wish(plan, setup);
    if (session !== undefined && !setup.presetSession) {
      const kept = await this.#kept.take(await this.#keepWish(setup, session));
      if (kept) return kept;
    }
    return this.#pool.obtain(wish);
  }

  /** Keeps a process whose turn ended well, for its session; false when it is to be ended. */
  async keep(wire: Wire, setup: Setup, session: string): Promise<boolean> {
    return this.#kept.keep(wire, await this.#keepWish(setup, session)).catch(() => false);
  }

  /** A turn begins: with those at work there are `live`. Waiting processes give way to it. */
  turnBegins(live: number): void {
    // The turn may itself take one of them.
    this.#pool.shrinkTo(this.#maxConcurrent - live + 1);
    this.#kept.shrinkTo(this.#maxConcurrent - live + 1);
  }

  /** A turn has ended, `live` are left: one like it is likely to come next. */
  async turnEnded({ setup, traits }: CheckedRequest, live: number): Promise<void> {
    if (traits.presetsSession || live >= this.#maxConcurrent) return;
    try {
      await this.#pool.prepare(await this.#wish(this.#adapter.launch(setup), setup));
    } catch {
      // The agent's program is gone by now: the next turn says so.
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#kept.close()]);
  }

  async #keepWish(setup: Setup, session: string): Promise<KeepWish> {
    const { plan, watched } = await this.#wish(this.#adapter.launch(setup), setup);
    const lastUsedAt = (await this.#index.get(session))?.lastUsedAt ?? 0;
    return { plan, watched, session, lastUsedAt };
  }

  async #wish(plan: LaunchPlan, { cwd, machine }: Setup): Promise<SpareWish> {
    const { command, args, path } = await this.#launcher.executable();
    const watched = [cwd, command, path, ...args.filter((arg) => arg.startsWith('/'))];
    return { plan, watched: [...watched, ...(this.#adapter.staleFiles?.(machine, cwd) ?? [])] };
  }
}
