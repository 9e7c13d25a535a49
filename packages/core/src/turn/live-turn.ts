import type { SettledEvent } from '../contract/event.js';
import type { SessionStatus } from '../state/session-index.js';
import { Deadline } from './deadline.js';
import { endedRefusal } from './ended-turn.js';
import { exitFailure, failureOf } from './failures.js';
import { makeReport } from './make-report.js';
import { politeTime } from './polite-time.js';
import type { Report } from './report.js';
import { survivorText } from './survivor-text.js';
import type { Delivery, StopCause, Turn, TurnView } from './turn.js';
import { TurnHolds } from './turn-holds.js';
import { initialState, step } from './turn-machine.js';
import type { Effect, Input, MachineState, Verdict } from './turn-phases.js';
import { TurnProcess } from './turn-process.js';
import { TurnProgress } from './turn-progress.js';
import { cannotSteer, noApproval, stoppingRefusal } from './turn-refusals.js';
import type { CheckedRequest, TurnServices } from './turn-services.js';
import { TurnSession } from './turn-session.js';
import { viewTurn } from './view-turn.js';
import type { WireEvent } from './wire.js';

/** A turn at work: feeds the state table with what happens and carries out what it says. */
export class LiveTurn implements Turn {
  readonly id: string;
  readonly report: Promise<Report>;
  readonly request: CheckedRequest;
  readonly #services: TurnServices;
  readonly #session: TurnSession;
  readonly #holds: TurnHolds;
  readonly #progress: TurnProgress;
  readonly #deadline: Deadline;
  readonly #listeners = new Set<(view: TurnView) => void>();
  readonly #process: TurnProcess;
  readonly #createdAt = Date.now();
  #state: MachineState;
  #admittedAt: number | undefined;
  #lastActivityAt: number | undefined;
  #messagesSent = 0;
  #hurried = false;
  #over = false;
  #resolve!: (report: Report) => void;

  constructor(id: string, request: CheckedRequest, services: TurnServices) {
    this.id = id;
    this.request = request;
    this.#services = services;
    this.#state = initialState(request.text);
    this.#session = new TurnSession(services, request);
    this.#holds = new TurnHolds(services, { turn: id, agent: services.adapter.name, cwd: request.setup.cwd });
    this.#process = new TurnProcess(services, request, {
      input: (input) => this.#input(input),
      on: (event) => this.#on(event),
      mayStart: (signal, session) => this.#mayStart(signal, session),
      started: (pid) => this.#holds.nameAgent(pid),
    });
    this.#deadline = new Deadline(request.timeoutMs, () => this.#input({ type: 'stop', reason: 'timeout' }));
    this.#progress = new TurnProgress(id, request, services, {
      deadline: this.#deadline,
      decided: ({ approval, allow, reason }) => this.#process.wire?.answer(approval.id, allow, reason),
      missed: (text) => this.#input({ type: 'missed', text }),
      changed: () => this.#changed(),
    });
    this.report = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Waits for its session, a slot and a start, then runs. Called once. */
  async run(): Promise<void> {
    try {
      await this.#holds.take(this.request.session, () => this.#changed());
    } catch (error) {
      if (this.#state.phase === 'queued') this.#input({ type: 'broken', failure: failureOf(error) });
      return;
    }
    this.#admittedAt = performance.now();
    this.#deadline.run();
    this.#input({ type: 'admitted' });
  }

  view(): TurnView {
    return viewTurn({
      id: this.id,
      request: this.request,
      session: this.#session.shown,
      // Until nothing of it is left running, a turn has not ended for whoever looks at it.
      phase: this.#state.phase === 'ended' && !this.#over ? 'finishing' : this.#state.phase,
      queuedFor: this.#holds.waitingFor,
      createdAt: this.#createdAt,
      elapsedMs: this.#sinceAdmitted ?? Date.now() - this.#createdAt,
      tally: this.#progress.tally,
      lastActivityAt: this.#lastActivityAt,
      messagesSent: this.#messagesSent,
      approvals: this.#progress.approvals.list(),
    });
  }

  get #sinceAdmitted(): number | undefined {
    return this.#admittedAt === undefined ? undefined : performance.now() - this.#admittedAt;
  }

  stop(cause: StopCause, atOnce = false): void {
    this.#input({ type: 'stop', reason: cause });
    if (atOnce) this.#process.kill(0);
    if (this.#state.phase !== 'ended' || this.#over) return;
    // It is over, and only its process is still on its way out.
    this.#hurried = true;
    void this.#process.end(0);
  }

  steer(text: string): Delivery {
    this.#assertOpen();
    const { traits, setup } = this.request;
    const { phase } = this.#state;
    if (phase === 'running' && traits.steer) {
      this.#process.wire?.steer(this.#progress.steers.add(text), text);
      this.#messagesSent += 1;
      return 'steered';
    }
    if (!traits.steer && !traits.interrupt) throw cannotSteer(this.#services.adapter, setup.transport);
    this.#messagesSent += 1;
    this.#input({ type: 'redirect', text });
    return phase === 'running' || phase === 'redirecting' ? 'redirected' : 'queued';
  }

  followUp(text: string): Delivery {
    this.#assertOpen();
    this.#messagesSent += 1;
    this.#input({ type: 'follow-up', text });
    return 'queued';
  }

  answer(approval: string, allow: boolean, reason = allow ? 'Allowed by the caller.' : 'Denied by the caller.'): void {
    if (this.#progress.approvals.answer(approval, allow, reason)) return;
    throw noApproval(approval, this.#progress.approvals.list());
  }

  onChange(listener: (view: TurnView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #assertOpen(): void {
    if (this.#state.phase === 'ended') throw endedRefusal(this.id);
    if (this.#state.phase === 'stopping') throw stoppingRefusal(this.id);
  }

  #changed(): void {
    if (this.#listeners.size === 0) return;
    const view = this.view();
    for (const listener of this.#listeners) listener(view);
  }

  #input(input: Input): void {
    const before = this.#state.phase;
    const { state, effects } = step(this.#state, input);
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
    if (state.phase !== before || input.type === 'follow-up') this.#changed();
  }

  #carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'launch':
        if (effect.again) void this.#session.reset();
        void this.#process.launch(this.#session.id);
        return;
      case 'prompt':
        this.#holds.started();
        this.#progress.answers.begin();
        this.#process.prompt(effect.prompt, this.request.images);
        return;
      case 'interrupt':
        this.#process.interrupt();
        return;
      case 'kill':
        this.#process.kill();
        return;
      case 'await-ready':
        this.#process.awaitReady();
        return;
      case 'await-stop':
        this.#process.awaitStop();
        return;
      case 'finish':
        void this.#finish(effect.verdict);
        return;
    }
  }

  /** Waiting for a start does not count against the turn. */
  async #mayStart(signal: AbortSignal, session: string | undefined): Promise<void> {
    this.#deadline.hold();
    await this.#holds.takeStart(signal, session);
    this.#deadline.run();
  }

  #on(event: WireEvent): void | Promise<void> {
    if (this.#state.phase === 'ended') return;
    if (event.type === 'gone') {
      this.#process.settled();
      return this.#input({ type: 'gone', failure: exitFailure(this.#services.adapter.title, event.exit) });
    }
    if (event.type === 'broken') return this.#input(event);
    this.#lastActivityAt = Date.now();
    if (event.type === 'session') return this.#onSession(event.id, event.fresh === true);
    if (event.type === 'ready') return this.#onReady();
    if (event.type === 'settled') return this.#onSettled(event);
    if (this.#state.untried) this.#input({ type: 'heard' });
    if (this.#state.prompted > 0 && this.#session.heard(event.type)) this.#changed();
    return this.#progress.add(event);
  }

  async #onSession(id: string, fresh: boolean): Promise<void> {
    const before = this.#session.id;
    if (before !== undefined && before !== id) this.#progress.tally.sessionChanged();
    if (fresh)
      this.#progress.tally.notice(
        `no existing session ${before ?? id}: the agent knows none of that id and began a fresh conversation`,
      );
    await this.#session.known(id, this.#state.prompted > 0);
    await this.#holds.addSession(id);
    this.#changed();
  }

  async #onReady(): Promise<void> {
    const { phase } = this.#state;
    if (phase !== 'starting' && phase !== 'between') return;
    await Promise.all([this.#session.record('running'), this.#holds.agentNamed()]);
    this.#input({ type: 'ready' });
  }

  async #onSettled(event: SettledEvent & { readonly byExit?: boolean }): Promise<void> {
    this.#process.settled();
    await this.#progress.settle(event);
    const failure = event.failure === undefined ? {} : { failure: event.failure };
    this.#input({ type: 'settled', outcome: event.outcome, byExit: event.byExit === true, ...failure });
  }

  async #finish(verdict: Verdict): Promise<void> {
    this.#deadline.clear();
    this.#progress.approvals.clear();
    this.#holds.abandonQueue();
    const session = this.#session.id;
    const answered = verdict.status === 'completed' && this.#progress.answers.answer !== undefined;
    const endedWell = answered && session !== undefined;
    // Its row is written first: what is kept is kept for the session as it stands then.
    if (endedWell) await this.#session.record('completed', this.#progress.tally.total);
    if (!endedWell || !(await this.#process.keep(session))) {
      const survivors = await this.#process.end(this.#hurried ? 0 : politeTime(verdict, this.#services.settings));
      for (const survivor of survivors) this.#progress.tally.notice(survivorText(survivor));
    }
    await this.#progress.answers.settle(undefined, true);
    const tookPrompt = this.#state.prompted > 0 && this.#process.heardSincePrompt;
    const resumable = await this.#session.resumable(tookPrompt, verdict.ending, verdict.failure?.class);
    const waiting = this.#state.pending.filter((prompt) => prompt.kind !== 'first');
    const report = makeReport({
      turn: this.id,
      request: this.request,
      verdict,
      session,
      resumable,
      answers: this.#progress.answers,
      tally: this.#progress.tally,
      elapsedMs: this.#sinceAdmitted ?? 0,
      counts: this.#process.wire?.counts,
      stderr: this.#process.wire?.process.stderr(),
      undelivered: [...this.#progress.steers.undecided, ...waiting.map((prompt) => prompt.text)],
      warnings: this.#services.warnings(),
      settings: this.#services.settings,
      title: this.#services.adapter.title,
    });
    await this.#session.close(report.status satisfies SessionStatus, report.resumable, this.#progress.tally.total);
    await this.#holds.release();
    this.#over = true;
    this.#changed();
    this.#listeners.clear();
    this.#resolve(report);
  }
}
