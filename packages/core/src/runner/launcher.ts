import { readFile } from 'node:fs/promises';
import type { AgentAdapter } from '../contract/adapter.js';
import type { LaunchPlan } from '../contract/launch-plan.js';
import type { Machine } from '../contract/setup.js';
import { delegationDepth } from '../process/delegation-depth.js';
import { type DirectProgram, directStart } from '../process/direct-start.js';
import { agentEnvironment } from '../process/environment.js';
import { type FoundExecutable, findExecutable } from '../process/executable.js';
import { sharedLifeline } from '../process/lifeline.js';
import { placeFiles } from '../process/private-files.js';
import { processTable } from '../process/process-table.js';
import { readVersion } from '../process/read-version.js';
import { startProcess } from '../process/start-process.js';
import { type CommandLine, wrapLocal, wrapRemote } from '../process/wrap.js';
import { Wire } from '../turn/wire.js';
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

  /** Facts for an adapter's `launch`, with the files that it names read. */
  async machine(cwd: string): Promise<Machine> {
    const { adapter, home } = this.#options;
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
    const { install } = adapter.executable;
    const name = settings.bin ?? adapter.executable.command;
    const [wrapper] = settings.wrap;
    if (wrapper !== undefined) {
      const hint = 'the tool that it names';
      await findExecutable(wrapper, { environment, install: hint, setting: `${variablePrefix}WRAP` });
    }
    if (settings.wrapKind === 'remote') return { command: name, args: [], path: name };
    return findExecutable(name, { environment, install, setting: `${variablePrefix}BIN` });
  }

  /** Starts a process for the plan; rejects with an `Error` that says why in one sentence. */
  async launch(plan: LaunchPlan): Promise<Wire> {
    const { adapter, settings } = this.#options;
    const found = await this.executable();
    const direct = await this.#direct(found);
    const placed = await placeFiles(plan);
    const line = await this.#commandLine(direct ?? found, plan, placed);
    const process = await startProcess({
      ...line,
      env: { ...this.#environment, ...direct?.env, ...placed.env },
      cwd: settings.wrapKind === 'remote' ? this.#options.home : plan.cwd,
      ...(placed.folder !== undefined && { folder: placed.folder }),
    });
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

  async #commandLine(
    found: FoundExecutable,
    plan: LaunchPlan,
    placed: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
  ): Promise<CommandLine> {
    const { settings, environment, variablePrefix } = this.#options;
    const args = [...found.args, ...placed.args];
    if (settings.wrap.length === 0) return { command: found.command, args };
    const wrapped =
      settings.wrapKind === 'remote'
        ? wrapRemote(settings.wrap, { cwd: plan.cwd, env: placed.env, command: found.command, args })
        : wrapLocal(settings.wrap, found.command, args);
    const wrapper = await findExecutable(wrapped.command, {
      environment,
      install: 'the tool that it names',
      setting: `${variablePrefix}WRAP`,
    });
    return { command: wrapper.command, args: [...wrapper.args, ...wrapped.args] };
  }
}
