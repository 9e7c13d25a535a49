import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AgentAdapter,
  createRunner,
  type Runner,
  type Settings,
  type Turn,
  type TurnView,
} from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';

export const TOY_PROGRAM = fileURLToPath(new URL('../testing/toy/toy-agent.ts', import.meta.url));

export interface ToyRunner extends AsyncDisposable {
  readonly runner: Runner;
  /** The directory that turns work in. */
  readonly work: string;
  readonly statePath: string;
  /** Another server on the same state. */
  again(settings?: Partial<Settings>): Promise<Runner>;
}

export interface ToyOptions {
  readonly settings?: Partial<Settings>;
  readonly adapter?: AgentAdapter;
  /** A program that stands in for the toy agent: a shell script's text. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A runner of the toy agent, which is a real program, on a state folder and a working directory of its own. */
export async function createToyRunner(options: ToyOptions = {}): Promise<ToyRunner> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'agentmount-runner-'));
  const work = join(folder, 'work');
  await mkdir(work);
  const bin = join(folder, 'toy-agent');
  await writeFile(bin, options.program ?? `#!/bin/sh\nexec "${process.execPath}" "${TOY_PROGRAM}" "$@"\n`);
  await chmod(bin, 0o755);
  const statePath = join(folder, 'state', 'sessions.json');
  const environment = { PATH: process.env.PATH ?? '', HOME: folder, ...options.environment };
  const runners: Runner[] = [];
  const create = async (settings?: Partial<Settings>) => {
    const runner = await createRunner({
      adapter: options.adapter ?? (toyAdapter() as AgentAdapter),
      settings: { ...DEFAULTS, bin, statePath, ...options.settings, ...settings },
      cwd: work,
      environment,
      home: folder,
      variablePrefix: 'TOY_MCP_',
    });
    runners.push(runner);
    return runner;
  };
  return {
    runner: await create(),
    work,
    statePath,
    again: create,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(runners.map((runner) => runner.close()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

const DEFAULTS: Omit<Settings, 'statePath'> = {
  wrap: [],
  wrapKind: 'local',
  options: {},
  timeoutMs: 0,
  maxTimeoutMs: 86_400_000,
  maxConcurrent: 4,
  stderrLimit: 1500,
  stderrKeepEvents: false,
  maxCapture: 16_000_000,
  maxLine: 8_000_000,
  maxSessions: 200,
  killGraceMs: 5000,
  stopGraceMs: 5000,
  initTimeoutMs: 60_000,
  modelsTimeoutMs: 60_000,
  approvalTimeoutMs: 300_000,
  spares: 0,
  keepMs: 0,
  maxDepth: 2,
};

/** Resolves when the turn looks as wanted; rejects when it has ended without. */
export async function turnIs(turn: Turn, wanted: (view: TurnView) => boolean): Promise<TurnView> {
  return new Promise((resolve, reject) => {
    const look = (view: TurnView) => {
      if (wanted(view)) resolve(view);
      else if (view.state === 'ended') reject(new Error(`the turn ended before: ${JSON.stringify(view)}`));
      else return;
      stop();
    };
    const stop = turn.onChange(look);
    look(turn.view());
  });
}
