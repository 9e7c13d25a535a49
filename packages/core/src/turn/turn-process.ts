import { setTimeout as delay } from 'node:timers/promises';
import type { Image } from '../contract/setup.js';
import { failureOf } from './failures.js';
import type { Input, PendingPrompt } from './turn-phases.js';
import type { CheckedRequest, TurnServices } from './turn-services.js';
import type { Wire, WireEvent, WireListener } from './wire.js';

/** How long the exit of a process that has been ended is waited for. */
const EXIT_LIMIT_MS = 2_000;

/** The process that serves a turn, one after another where one is not enough, with the clocks on its start and its stop. */
export class TurnProcess {
  readonly #services: TurnServices;
  readonly #request: CheckedRequest;
  readonly #input: (input: Input) => void;
  readonly #on: (event: WireEvent) => void | Promise<void>;
  #wire: Wire | undefined;
  #killed = false;
  #readyTimer: NodeJS.Timeout | undefined;
  #graceTimer: NodeJS.Timeout | undefined;
  #framesAtPrompt = 0;
  #session: string | undefined;

  constructor(
    services: TurnServices,
    request: CheckedRequest,
    input: (input: Input) => void,
    on: (event: WireEvent) => void | Promise<void>,
  ) {
    this.#services = services;
    this.#request = request;
    this.#input = input;
    this.#on = on;
  }

  get wire(): Wire | undefined {
    return this.#wire;
  }

  /** Whether the agent said anything since the last prompt. */
  get heardSincePrompt(): boolean {
    return this.#wire !== undefined && this.#wire.counts.frames > this.#framesAtPrompt;
  }

  /** Starts a process; how it goes comes back as inputs and events. */
  async launch(session: string | undefined): Promise<void> {
    const { adapter, settings } = this.#services;
    const { setup } = this.#request;
    this.#killed = false;
    this.#session = session;
    try {
      // Two processes must never write one session: what is left of the last one goes first.
      await this.#wire?.process.end({ politeMs: 0, killGraceMs: settings.killGraceMs });
      const plan = session === undefined ? adapter.launch(setup) : adapter.resume(setup, session);
      const { wire, said } = await this.#services.obtain(plan, setup);
      this.#wire = wire;
      const on: WireListener = (event) => (wire === this.#wire ? this.#on(event) : undefined);
      if (said) this.#takeOver(wire, said, on);
      else wire.open(on);
      if (this.#killed) this.kill();
    } catch (error) {
      this.#input({ type: 'broken', failure: failureOf(error) });
    }
  }

  /** What a waiting process has said comes first, in its order, and before anything new. */
  #takeOver(wire: Wire, said: readonly WireEvent[], on: WireListener): void {
    this.#input({ type: 'taken-over' });
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
    clearTimeout(this.#readyTimer);
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

  /** Signals. A process that is still on its way gets them when it is there. */
  kill(): void {
    this.#killed = true;
    void this.#wire?.process.end({ politeMs: 0, killGraceMs: this.#services.settings.killGraceMs });
  }

  awaitReady(): void {
    this.settled();
    clearTimeout(this.#readyTimer);
    this.#readyTimer = setTimeout(() => this.#input({ type: 'ready-deadline' }), this.#services.settings.initTimeoutMs);
  }

  awaitStop(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = setTimeout(() => this.#input({ type: 'grace-over' }), this.#services.settings.stopGraceMs);
  }

  /** The prompt is over, one way or the other: the stop needs no more time. */
  settled(): void {
    clearTimeout(this.#graceTimer);
  }

  /** Ends what runs, and the clocks. `politely`: the process is told by the end of its input, and gets its time. */
  async end(politely: boolean): Promise<void> {
    clearTimeout(this.#readyTimer);
    clearTimeout(this.#graceTimer);
    const { stopGraceMs, killGraceMs } = this.#services.settings;
    const process = this.#wire?.process;
    if (!process) return;
    await process.end({ politeMs: politely ? stopGraceMs : 0, killGraceMs });
    // What it said last is read then, stderr too. A process that even SIGKILL did not end never exits.
    await Promise.race([process.exit, delay(EXIT_LIMIT_MS, undefined, { ref: false })]);
  }
}
