import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentAdapter } from '../../contract/adapter.js';
import { MARKER_VARIABLE } from '../../process/marker.js';
import { type ProcessEntry, processTable } from '../../process/process-table.js';
import { createRunner } from '../../runner/create-runner.js';
import type { Runner, TurnRequest } from '../../runner/runner.js';
import type { Settings } from '../../runner/settings.js';
import type { Report } from '../../turn/report.js';
import type { Turn, TurnView } from '../../turn/turn.js';
import type { ConformanceAgent } from './conformance-options.js';

/** Every process that an examination starts inherits it, and with it a value of its own. */
const VARIABLE = 'AGENTMOUNT_CONFORMANCE';
const PATIENCE = 60_000;
const LOOK_AGAIN = 50;

/** Core's own supervisor over the agent's own program, on a state folder that is thrown away. */
export class ProcessBench implements AsyncDisposable {
  readonly runner: Runner;
  readonly #agent: ConformanceAgent;
  readonly #folder: string;
  readonly #mark: string;

  static async create<Options>(adapter: AgentAdapter<Options>, agent: ConformanceAgent): Promise<ProcessBench> {
    const folder = await mkdtemp(join(tmpdir(), 'agentmount-conformance-'));
    const mark = randomUUID();
    const runner = await createRunner({
      adapter: adapter as AgentAdapter,
      settings: settingsOf(agent, join(folder, 'sessions.json')),
      cwd: agent.cwd,
      environment: { ...agent.environment, [VARIABLE]: mark },
      home: agent.environment.HOME ?? homedir(),
      variablePrefix: 'CONFORMANCE_MCP_',
      depth: 0,
    });
    return new ProcessBench(runner, agent, folder, mark);
  }

  private constructor(runner: Runner, agent: ConformanceAgent, folder: string, mark: string) {
    this.runner = runner;
    this.#agent = agent;
    this.#folder = folder;
    this.#mark = mark;
  }

  get patienceMs(): number {
    return this.#agent.patienceMs ?? PATIENCE;
  }

  start(request: TurnRequest): Promise<Turn> {
    return this.runner.start({ cwd: this.#agent.cwd, ...request });
  }

  /** The turn's report; rejects when it does not come. */
  report(turn: Turn): Promise<Report> {
    return this.#inTime(turn.report, () => `the turn does not end: ${stateOf(turn.view())}`);
  }

  /** Resolves when the turn looks as wanted; rejects when it has ended before, or does not come to it. */
  async view(turn: Turn, what: string, wanted: (view: TurnView) => boolean): Promise<TurnView> {
    let stop: (() => void) | undefined;
    const seen = new Promise<TurnView>((resolve, reject) => {
      const look = (view: TurnView): void => {
        if (wanted(view)) resolve(view);
        else if (view.state === 'ended') {
          void turn.report.then((report) => reject(new Error(`the turn ended before ${what}: ${endOf(report)}`)));
        }
      };
      stop = turn.onChange(look);
      look(turn.view());
    });
    try {
      return await this.#inTime(seen, () => `${what} does not come: ${stateOf(turn.view())}`);
    } finally {
      stop?.();
    }
  }

  /** Kills the agents that run now; false where the platform does not tell which they are. */
  async kill(): Promise<boolean> {
    const table = processTable();
    const agents = await this.#agents();
    await Promise.all(agents.map((entry) => table.signal(entry, 'SIGKILL')));
    return agents.length > 0;
  }

  /** Says what still runs of the turns that have ended; nothing when nothing does. */
  async leftovers(): Promise<string | undefined> {
    const until = performance.now() + this.patienceMs;
    for (;;) {
      const left = await this.#agents();
      if (left.length === 0) return undefined;
      if (performance.now() > until) return `still running: ${left.map(({ pid }) => pid).join(', ')}`;
      await delay(LOOK_AGAIN);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.runner.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** Those that core has marked as an agent's; the watchdog is not one. */
  async #agents(): Promise<readonly ProcessEntry[]> {
    const table = processTable();
    const entries = await table.list();
    const ours = await table.variable(VARIABLE, entries);
    const marked = await table.variable(MARKER_VARIABLE, entries);
    return entries.filter(({ pid }) => ours.get(pid) === this.#mark && marked.has(pid));
  }

  async #inTime<Result>(wanted: Promise<Result>, late: () => string): Promise<Result> {
    const over = new AbortController();
    const limit = delay(this.patienceMs, undefined, { signal: over.signal }).then(() => {
      throw new Error(`${late()} (after ${this.patienceMs} ms)`);
    });
    try {
      return await Promise.race([wanted, limit]);
    } finally {
      over.abort();
      limit.catch(() => undefined);
    }
  }
}

/** What became of a turn, in a few words. */
export function endOf({ status, cause, answer, stderr }: Report): string {
  const why = cause ? `: ${cause.class}, ${cause.message}` : `, ${answer?.characters ?? 0} characters`;
  return `${status}${why}${stderr ? ` (stderr: ${stderr.slice(0, 300)})` : ''}`;
}

function stateOf({ state, tools, approvals }: TurnView): string {
  const calls = tools.map(([name, count]) => `${name}×${count}`).join(', ') || 'no tool calls';
  return `${state}, ${calls}, ${approvals.length} approvals`;
}

function settingsOf({ bin, options = {}, patienceMs = PATIENCE }: ConformanceAgent, statePath: string): Settings {
  return {
    ...(bin !== undefined && { bin }),
    wrap: [],
    wrapKind: 'local',
    options,
    timeoutMs: 0,
    maxTimeoutMs: 86_400_000,
    maxConcurrent: 4,
    stderrLimit: 1500,
    stderrKeepEvents: false,
    maxCapture: 16_000_000,
    maxLine: 8_000_000,
    maxSessions: 200,
    killGraceMs: 5_000,
    stopGraceMs: 10_000,
    initTimeoutMs: patienceMs,
    modelsTimeoutMs: patienceMs,
    statePath,
    approvalTimeoutMs: 300_000,
    spares: 0,
    keepMs: 0,
    maxDepth: 2,
  };
}
