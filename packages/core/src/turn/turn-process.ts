import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../contract/failure.js';
import type { Image } from '../contract/setup.js';
import { cpuWaitMs } from '../process/cpu-wait.js';
import type { Survivor } from '../process/survivor.js';
import { failureOf } from './failures.js';
import { ReadyDeadline } from './ready-deadline.js';
import type { Input, PendingPrompt } from './turn-phases.js';
import type { CheckedRequest, TurnServices } from './turn-services.js';
import type { Wire, WireEvent, WireListener } from './wire.js';

/** How long the exit of a process that has been ended is waited for. */
const EXIT_LIMIT_MS = 2_000;

const NEVER_BEGUN: Failure = { class: 'agent', message: 'the agent was stopped before it began' };

export interface TurnProcessHooks {
  input(input: Input): void;
  on(event: WireEvent): void | Promise<void>;
  /** Resolves when the machine can start a process, and the agent continue the session; rejects with the signal's reason, or when the turn is over. */
  mayStart(signal: AbortSignal, session: string | undefined): Promise<void>;
  /** A process serves the turn from now on. */
  started(pid: number): void;
}

/** The process that serves a turn, one after another where one is not enough, with the clocks on its start and its stop. */
export class TurnProcess {
  readonly #services: TurnServices;
  readonly #request: CheckedRequest;
  readonly #hooks: TurnProcessHooks;
  #wire: Wire | undefined;
  #killed = new AbortController();
  readonly #readyDeadline: ReadyDeadline;
  #graceTimer: NodeJS.Timeout | undefined;
  #framesAtPrompt = 0;
  #session: string | undefined;

  constructor(services: TurnServices, request: CheckedRequest, hooks: TurnProcessHooks) {
    this.#services = services;
    this.#request = request;
    this.#hooks = hooks;
    this.#readyDeadline = new ReadyDeadline(services.settings.initTimeoutMs, () =>
      hooks.input({ type: 'ready-deadline' }),
    );
  }

  get wire(): Wire | undefined {
    return this.#wire;
  }

  /** Whether the agent said anything since the last prompt. */
  get heardSincePrompt(): boolean {
    return this.#wire !== undefined && this.#wire.counts.frames > this.#framesAtPrompt;
  }

  /** Starts a process; how it goes comes back as inputs and events. It has to be ready in time from the moment it may start. */
  async launch(session: string | undefined): Promise<void> {
    const { adapter, settings } = this.#services;
    const { setup } = this.#request;
    const killed = new AbortController();
    this.#killed = killed;
    this.#session = session;
    try {
      // Two processes must never write one session: what is left of the last one goes first.
      await this.#wire?.process.end({ politeMs: 0, killGraceMs: settings.killGraceMs });
      await this.#hooks.mayStart(killed.signal, session);
      killed.signal.throwIfAborted();
      this.awaitReady();
      const plan = session === undefined ? adapter.launch(setup) : adapter.resume(setup, session);
      const { wire, said } = await this.#services.obtain(plan, setup, session);
      this.#wire = wire;
      this.#hooks.started(wire.process.pid);
      const on: WireListener = (event) => (wire === this.#wire ? this.#hooks.on(event) : undefined);
      if (said) this.#takeOver(wire, said, on);
      else wire.open(on);
      if (killed.signal.aborted) this.kill();
    } catch (error) {
      // One that was ended before it began is gone, and nothing failed.
      if (killed.signal.aborted) this.#hooks.input({ type: 'gone', failure: NEVER_BEGUN });
      else this.#hooks.input({ type: 'broken', failure: failureOf(error) });
    }
  }

  /** What a waiting process has said comes first, in its order, and before anything new. */
  #takeOver(wire: Wire, said: readonly WireEvent[], on: WireListener): void {
    this.#hooks.input({ type: 'taken-over' });
    const replay = async () => {
      for (const event of said) await on(event);
    };
    let replaying: Promise<void> | undefined = replay().finally(() => {
      replaying = undefined;
    });
    wire.listen((event) => (replaying ? replaying.then(() => on(event)) : on(event)));
  }

  prompt(prompt: PendingPrompt, images: readonly Image[] | undefined): void {
    const wire = this.#wire;
    if (!wire) return;
    this.#readyDeadline.clear();
    this.#framesAtPrompt = wire.counts.frames;
    const { setup, traits } = this.#request;
    wire.prompt({
      ...setup,
      text: prompt.text,
      ...(traits.resumesByPrompt && this.#session !== undefined && { session: this.#session }),
      ...(prompt.kind === 'first' && images && { images }),
    });
  }

  /** The agent's own stop; signals where it has none. */
  interrupt(): void {
    if (!this.#wire?.interrupt()) this.kill();
  }

  /** Signals. A process that is still on its way gets them when it is there. `killGraceMs`: SIGTERM to SIGKILL; 0: SIGKILL alone counts. */
  kill(killGraceMs = this.#services.settings.killGraceMs): void {
    this.#killed.abort(new Error('ended before it began'));
    void this.#wire?.process.end({ politeMs: 0, killGraceMs });
  }

  awaitReady(): void {
    this.settled();
    this.#readyDeadline.run(() => (this.#wire ? cpuWaitMs(this.#wire.process.pid) : 0));
  }

  awaitStop(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = setTimeout(() => this.#hooks.input({ type: 'grace-over' }), this.#services.settings.stopGraceMs);
  }

  /** The prompt is over, one way or the other: the stop needs no more time. */
  settled(): void {
    clearTimeout(this.#graceTimer);
  }

  /** Leaves a process that could take another prompt to the next turn of its session; false when it has to be ended. */
  async keep(session: string): Promise<boolean> {
    this.#readyDeadline.clear();
    clearTimeout(this.#graceTimer);
    const wire = this.#wire;
    return wire !== undefined && this.#services.keep(wire, this.#request.setup, session);
  }

  /** Ends what runs, and the clocks. The process is told by the end of its input, and gets `politeMs` to go by itself. Resolves with what could not be ended. */
  async end(politeMs: number): Promise<readonly Survivor[]> {
    this.#readyDeadline.clear();
    clearTimeout(this.#graceTimer);
    const process = this.#wire?.process;
    if (!process) return [];
    const survivors = await process.end({ politeMs, killGraceMs: this.#services.settings.killGraceMs });
    // What it said last is read then, stderr too. A process that even SIGKILL did not end never exits.
    await Promise.race([process.exit, delay(EXIT_LIMIT_MS, undefined, { ref: false })]);
    return survivors;
  }
}
