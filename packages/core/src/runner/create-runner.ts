import { realpath } from 'node:fs/promises';
import type { AgentAdapter } from '../contract/adapter.js';
import { CONTRACT_VERSION } from '../contract/adapter.js';
import { contractProblem } from '../contract/contract-version.js';
import type { Model } from '../contract/event.js';
import { type HistoryPage, type HistoryRequest, isSessionStored, readHistory } from '../history/read-history.js';
import { createAnswerCollector } from '../state/answer-collector.js';
import { AnswerFiles } from '../state/answer-files.js';
import { CoreStartGate } from '../state/core-start-gate.js';
import { FileSessionIndex } from '../state/file-session-index.js';
import { FileSessionLocks } from '../state/file-session-locks.js';
import { SharedSlots } from '../state/shared-slots.js';
import { StateFolder } from '../state/state-folder.js';
import { StopRequests } from '../state/stop-requests.js';
import { LiveTurn } from '../turn/live-turn.js';
import type { Turn, TurnView } from '../turn/turn.js';
import type { TurnServices } from '../turn/turn-services.js';
import { checkRequest } from './check-request.js';
import { Launcher } from './launcher.js';
import { listModels } from './list-models.js';
import { modelsPlan } from './models-plan.js';
import { Refusal } from './refusal.js';
import { RemoteNotice } from './remote-notice.js';
import type { Runner, SessionsPage, TurnRequest } from './runner.js';
import type { Settings } from './settings.js';
import { TurnRegistry } from './turn-registry.js';
import { untilResumable } from './until-resumable.js';
import { VersionCheck } from './version-check.js';
import { WarmStart } from './warm-start.js';

export interface RunnerOptions {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  /** Where a new session works when no directory is given; absolute. */
  readonly cwd: string;
  /** The environment that agents inherit, before anything is taken out of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The person's home directory, absolute. */
  readonly home: string;
  /** Names the settings in warnings and takes the prefix's variables out of the agent's environment: `QWEN_MCP_`. */
  readonly variablePrefix: string;
  /** Delegations that this server itself stands in; absent: read from the environment. */
  readonly depth?: number;
}

/** Makes the runner of one agent. Nothing is started and no file is touched before its first use. Throws a `TypeError` for an adapter of another contract version. */
export async function createRunner(options: RunnerOptions): Promise<Runner> {
  const { adapter } = options;
  if (adapter.contract !== CONTRACT_VERSION) {
    throw new TypeError(contractProblem(adapter));
  }
  return new AgentRunner(options, await Launcher.create(options));
}

class AgentRunner implements Runner {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  readonly #options: RunnerOptions;
  readonly #launcher: Launcher;
  readonly #services: TurnServices;
  readonly #warm: WarmStart;
  readonly #index: FileSessionIndex;
  readonly #turns = new TurnRegistry();
  readonly #stops: StopRequests;
  readonly #version: VersionCheck;
  readonly #closing = new AbortController();
  readonly #listings = new Set<Promise<unknown>>();

  constructor(options: RunnerOptions, launcher: Launcher) {
    const { adapter, settings } = options;
    this.adapter = adapter;
    this.settings = settings;
    this.#options = options;
    this.#launcher = launcher;
    this.#version = new VersionCheck(adapter, launcher);
    const folder = new StateFolder({ statePath: settings.statePath, setting: `${options.variablePrefix}STATE` });
    const files = new AnswerFiles({ folder });
    this.#stops = new StopRequests(folder);
    this.#index = new FileSessionIndex({ folder, maxSessions: settings.maxSessions });
    const gate = new CoreStartGate();
    const remote = new RemoteNotice(settings, adapter.title, options.variablePrefix);
    this.#warm = new WarmStart(adapter, launcher, settings, gate, this.#index);
    this.#services = {
      adapter,
      settings,
      index: this.#index,
      locks: new FileSessionLocks({ folder }),
      slots: new SharedSlots({ folder, limit: settings.maxConcurrent, depth: launcher.depth }),
      gate,
      obtain: (plan, setup, session) => this.#warm.obtain(plan, setup, session),
      keep: (wire, setup, session) => this.#warm.keep(wire, setup, session),
      untilResumable: (session, signal) => untilResumable(session, { adapter, index: this.#index, signal }),
      isStored: async (session, { cwd, machine }) => {
        const places = adapter.history?.places(machine, cwd, session);
        const isTold = places !== undefined && places.length > 0 && settings.wrapKind === 'local';
        return isTold ? isSessionStored(places) : undefined;
      },
      collector: (turn) => createAnswerCollector({ files, turn }),
      warnings: () => [...this.#index.warnings(), ...this.#version.takeWarnings(), ...remote.takeWarnings()],
    };
  }

  async start(request: TurnRequest): Promise<Turn> {
    this.#assertUsable();
    const checked = await checkRequest(request, {
      adapter: this.adapter,
      settings: this.settings,
      cwd: this.#options.cwd,
      machine: (cwd) => this.#launcher.machine(cwd),
      session: (id) => this.#index.get(id),
    });
    await this.#launcher.executable();
    this.#assertUsable();
    const turn = new LiveTurn(this.#turns.freshId(), checked, this.#services);
    this.#turns.add(turn);
    void turn.report.then(this.#stops.listen(turn.id, () => turn.stop('person')));
    this.#warm.turnBegins(this.#turns.live.length);
    void turn.run().then(() => this.#version.begin());
    void turn.report.then(() => {
      const { length } = this.#turns.live;
      if (length === 0) void this.#version.pause();
      return this.#warm.turnEnded(checked, length);
    });
    return turn;
  }

  find(idOrSession: string): Turn | undefined {
    return this.#turns.find(idOrSession);
  }

  running(): readonly TurnView[] {
    return this.#turns.live.map((turn) => turn.view());
  }

  async sessions({
    cwd,
    offset = 0,
    limit = 20,
  }: {
    cwd?: string;
    offset?: number;
    limit?: number;
  }): Promise<SessionsPage> {
    const all = await this.#index.list();
    const real = cwd === undefined ? undefined : await realpath(cwd).catch(() => cwd);
    const matching = all.filter((entry) => cwd === undefined || entry.cwd === cwd || entry.cwd === real);
    return { sessions: matching.slice(offset, offset + limit), total: matching.length };
  }

  async models(signal?: AbortSignal): Promise<readonly Model[]> {
    this.#assertUsable();
    const plan = await modelsPlan(this.adapter, this.settings, this.#launcher, this.#options.cwd);
    await this.#launcher.executable();
    const ending = this.#closing.signal;
    const listing = listModels(
      { ...this.#services, launch: (one) => this.#launcher.launch(one) },
      plan,
      signal ? AbortSignal.any([signal, ending]) : ending,
    );
    const kept: Promise<unknown> = listing.catch(() => undefined).finally(() => this.#listings.delete(kept));
    this.#listings.add(kept);
    return listing;
  }

  async history(request: HistoryRequest): Promise<HistoryPage> {
    const { history, sessionId, title } = this.adapter;
    if (!history) throw new Refusal('session', `the session files of ${title} cannot be read here`);
    if (this.settings.wrapKind === 'remote') {
      throw new Refusal(
        'session',
        `the session files of ${title} lie on the other machine (${this.#options.variablePrefix}WRAP_KIND is remote), and are not read from here; ask in the session itself with a reply`,
      );
    }
    if (!sessionId.test(request.session)) {
      throw new Refusal(
        'argument',
        `session: ${JSON.stringify(request.session.slice(0, 100))} is not a ${title} session id`,
      );
    }
    const cwd = (await this.#index.get(request.session))?.cwd ?? request.cwd ?? this.#options.cwd;
    const places = history.places(await this.#launcher.machine(cwd), cwd, request.session);
    return readHistory(history, places, request);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Refusal('closed', 'the server is ending'));
    const live = this.#turns.live;
    for (const turn of live) turn.stop('shutdown');
    await Promise.all([...live.map((turn) => turn.report), ...this.#listings, this.#version.close()]);
    await this.#warm.close();
    await this.#launcher.close();
  }

  #assertUsable(): void {
    if (this.#closing.signal.aborted) throw new Refusal('closed', 'the server is ending; start it again');
    const { depth } = this.#launcher;
    if (depth < this.settings.maxDepth) return;
    throw new Refusal(
      'depth',
      `this server already runs ${depth} ${depth === 1 ? 'delegation' : 'delegations'} deep, and ${this.#options.variablePrefix}MAX_DEPTH allows ${this.settings.maxDepth}: do the task yourself instead of delegating it further`,
    );
  }
}
