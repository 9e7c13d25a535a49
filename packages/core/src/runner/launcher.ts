import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AgentAdapter } from '../contract/adapter.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import { REMOTE_MACHINE } from '../contract/remote-machine.js';
import type { Machine } from '../contract/setup.js';
import type { AgentProcess } from '../process/agent-process.js';
import { DEPTH_VARIABLE, delegationDepth } from '../process/delegation-depth.js';
import { type DirectProgram, directStart } from '../process/direct-start.js';
import { agentEnvironment } from '../process/environment.js';
import { type FoundExecutable, findExecutable } from '../process/executable.js';
import { sharedLifeline } from '../process/lifeline.js';
import { placeFiles } from '../process/private-files.js';
import { processTable } from '../process/process-table.js';
import { readVersion } from '../process/read-version.js';
import { startProcess } from '../process/start-process.js';
import { wrapLocal } from '../process/wrap.js';
import { wrapRemote } from '../process/wrap-remote.js';
import { Wire } from '../turn/wire.js';
import { checkWrapper } from './check-wrapper.js';
import type { Settings } from './settings.js';

export interface LauncherOptions {
  readonly adapter: AgentAdapter;
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly variablePrefix: string;
}

/** Turns launch plans into processes: finds the agent, makes its environment, places its files, wraps its command line. */
export class Launcher {
  /** Delegations around this server. */
  readonly depth: number;
  readonly #options: LauncherOptions;
  readonly #environment: Readonly<Record<string, string>>;

  static async create(options: LauncherOptions): Promise<Launcher> {
    return new Launcher(options, await delegationDepth(options.environment, processTable()));
  }

  private constructor(options: LauncherOptions, depth: number) {
    const { adapter, settings, environment, variablePrefix } = options;
    this.#options = options;
    this.depth = depth;
    this.#environment = agentEnvironment({
      inherited: environment,
      removes: [`${variablePrefix}*`, ...(adapter.removesVariables ?? [])],
      add: {},
      depth: depth + 1,
      ...(settings.environmentAllow !== undefined && { allow: settings.environmentAllow }),
    });
  }

  /** Facts for an adapter's `launch`, with the files that it names read. Of another machine nothing is known. */
  async machine(cwd: string): Promise<Machine> {
    const { adapter, home, settings } = this.#options;
    if (settings.wrapKind === 'remote') return REMOTE_MACHINE;
    const facts = { platform: process.platform, home, environment: this.#environment };
    const paths = adapter.reads?.(facts, cwd) ?? [];
    const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => undefined)));
    const files = paths.flatMap((path, index) => {
      const content = contents[index];
      return content === undefined ? [] : [[path, content] as const];
    });
    return { ...facts, files: Object.fromEntries(files) };
  }

  /** Finds the agent's program, and the wrapper's. Rejects with a {@link Refusal} `executable`. Looked up each time: a person may install it meanwhile. */
  async executable(): Promise<FoundExecutable> {
    const { adapter, settings, environment, variablePrefix } = this.#options;
    checkWrapper(settings, variablePrefix);
    const { install } = adapter.executable;
    const name = settings.bin ?? adapter.executable.command;
    const [wrapper] = settings.wrap;
    if (wrapper !== undefined) await this.#wrapper(wrapper);
    if (settings.wrapKind === 'remote') return { command: name, args: [], path: name };
    return findExecutable(name, { environment, install, setting: `${variablePrefix}BIN` });
  }

  /** Starts a process for the plan; rejects with an `Error` that says why in one sentence. */
  async launch(plan: LaunchPlan): Promise<Wire> {
    const { adapter, settings } = this.#options;
    const process = await (settings.wrapKind === 'remote' ? this.#startRemote(plan) : this.#startLocal(plan));
    return new Wire(adapter, plan, process, { maxLine: settings.maxLine, maxCapture: settings.maxCapture });
  }

  /** The agent's version, or undefined where it does not tell, or runs elsewhere. */
  async version(signal: AbortSignal): Promise<string | undefined> {
    const { adapter, settings } = this.#options;
    if (settings.wrapKind === 'remote') return undefined;
    return readVersion(await this.executable(), adapter.executable.versionArgs, this.#environment, signal);
  }

  /** Ends the watchdog, when all processes have ended. */
  async close(): Promise<void> {
    await sharedLifeline().close();
  }

  /** The agent without its launcher, where that is possible. */
  async #direct(found: FoundExecutable): Promise<DirectProgram | undefined> {
    const { adapter, settings, home } = this.#options;
    const { direct } = adapter.executable;
    if (!direct || settings.wrapKind === 'remote') return undefined;
    const environment = this.#environment;
    const unless = direct.unless({ platform: process.platform, home, environment });
    return directStart(found, direct, { environment, unless });
  }

  async #startLocal(plan: LaunchPlan): Promise<AgentProcess> {
    const { settings } = this.#options;
    const executable = await this.executable();
    const direct = await this.#direct(executable);
    const found = direct ?? executable;
    const [word] = settings.wrap;
    const wrapper = word === undefined ? undefined : await this.#wrapper(word);
    const placed = await placeFiles(plan);
    const folder = placed.folder === undefined ? {} : { folder: placed.folder };
    const args = [...found.args, ...placed.args];
    const line = wrapLocal(settings.wrap, { command: found.command, args, cwd: plan.cwd, ...folder });
    return startProcess({
      command: wrapper?.command ?? line.command,
      args: [...(wrapper?.args ?? []), ...line.args],
      env: { ...this.#environment, ...direct?.env, ...placed.env },
      cwd: plan.cwd,
      ...folder,
    });
  }

  async #startRemote(plan: LaunchPlan): Promise<AgentProcess> {
    const { settings, home, variablePrefix } = this.#options;
    const { cwd, args, files } = plan;
    const { command } = await this.executable();
    // A marker of its own, which names no server: none there could tell whether ours is alive.
    const marker = randomUUID();
    const env = { ...plan.env, [DEPTH_VARIABLE]: String(this.depth + 1) };
    const remote = { command, args, cwd, env, marker, setting: `${variablePrefix}BIN`, ...(files && { files }) };
    const line = wrapRemote(settings.wrap, remote);
    const wrapper = await this.#wrapper(line.command);
    const started = await startProcess({
      command: wrapper.command,
      args: [...wrapper.args, ...line.args],
      env: this.#environment,
      cwd: home,
    });
    void started.write(line.input);
    return started;
  }

  /** Finds the program that a wrapper's first word names. */
  async #wrapper(name: string): Promise<FoundExecutable> {
    const { environment, variablePrefix } = this.#options;
    return findExecutable(name, { environment, install: 'the tool that it names', setting: `${variablePrefix}WRAP` });
  }
}
