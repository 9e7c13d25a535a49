import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model } from '../contract/event.js';
import type { Failure } from '../contract/failure.js';
import { residentMemory } from '../process/resident-memory.js';
import { CoreStartGate } from '../state/core-start-gate.js';
import { describeFolderProblem, type FolderProblem } from '../state/folder-problem.js';
import { StateFolder } from '../state/state-folder.js';
import { writeAtomically } from '../state/write-atomically.js';
import { failureOf } from '../turn/failures.js';
import type { RunnerOptions } from './create-runner.js';
import { Launcher } from './launcher.js';
import { listModels } from './list-models.js';
import { modelsPlan } from './models-plan.js';
import { Refusal } from './refusal.js';
import { isTestedVersion } from './tested-version.js';

/** How an agent stands on this machine, as far as that can be seen without a prompt. What could not be seen is absent. */
export interface AgentInspection {
  /** Absolute path under which the program was found; a name, where a wrapper runs it on another machine. */
  readonly path?: string;
  /** Why it cannot be run. */
  readonly notFound?: string;
  readonly version?: string;
  /** Whether the adapter was tested with this version. */
  readonly isTested?: boolean;
  /** From the start of its process to its being ready for a prompt, ms. */
  readonly handshakeMs?: number;
  /** What a process that is ready and has no task takes, bytes: each waiting process costs as much. */
  readonly memoryBytes?: number;
  /** The models that it named by itself. */
  readonly models?: readonly Model[];
  /** Why there was no handshake, or no list of models after it. */
  readonly failure?:
    | Pick<Failure, 'class' | 'message' | 'remedy'>
    | { readonly class: 'unknown'; readonly message: string };
  /** Why the state folder cannot be used. */
  readonly folderProblem?: FolderProblem;
}

/**
 * Looks at an agent as a server would use it: finds its program, asks its version, starts it, asks for its models and ends it.
 * No prompt is sent. An agent whose adapter cannot list models is not started. Never rejects for what is wrong with the agent. One call at
 * a time: it ends this process's watchdog.
 */
export async function inspectAgent(options: RunnerOptions): Promise<AgentInspection> {
  const { adapter, settings } = options;
  const launcher = await Launcher.create(options);
  const folderProblem = await checkFolder(settings.statePath);
  const folder = folderProblem === undefined ? {} : { folderProblem };
  let path: string;
  try {
    path = (await launcher.executable()).path;
  } catch (error) {
    return { ...folder, notFound: failureOf(error).message };
  }
  const version = await launcher.version(new AbortController().signal);
  try {
    return {
      ...folder,
      path,
      ...(version !== undefined && { version, isTested: isTestedVersion(version, adapter.executable.tested) }),
      ...(await greet(options, launcher)),
    };
  } finally {
    await launcher.close();
  }
}

type Greeting = Pick<AgentInspection, 'handshakeMs' | 'memoryBytes' | 'models' | 'failure'>;

/** The handshake, and the one question that costs nothing. */
async function greet({ adapter, settings, cwd }: RunnerOptions, launcher: Launcher): Promise<Greeting> {
  let startedAt = 0;
  const seen: { handshakeMs?: number; memoryBytes?: number } = {};
  const services = {
    adapter,
    settings,
    gate: new CoreStartGate(),
    launch: (plan: Parameters<Launcher['launch']>[0]) => {
      startedAt = performance.now();
      return launcher.launch(plan);
    },
  };
  try {
    const plan = await modelsPlan(adapter, settings, launcher, cwd);
    const models = await listModels(services, plan, undefined, async ({ process }) => {
      seen.handshakeMs = Math.round(performance.now() - startedAt);
      // Of a wrapper's process nothing can be said about the agent's.
      const memoryBytes = settings.wrap.length > 0 ? undefined : await residentMemory(process.pid);
      if (memoryBytes !== undefined) seen.memoryBytes = memoryBytes;
    });
    return { ...seen, models };
  } catch (error) {
    if (Refusal.is(error) && error.code === 'transport') return seen;
    const named = (error as { cause?: Partial<Failure> }).cause;
    const failure =
      named?.class !== undefined && named.message !== undefined
        ? (named as Failure)
        : { class: 'unknown' as const, message: failureOf(error).message };
    return { ...seen, failure };
  }
}

async function checkFolder(statePath: string): Promise<FolderProblem | undefined> {
  const folder = new StateFolder({ statePath });
  try {
    await folder.use(async () => {
      const path = join(await folder.make(), `check-${process.pid}`);
      await writeAtomically(path, '', false);
      await unlink(path);
    });
    return undefined;
  } catch (error) {
    return describeFolderProblem(error);
  }
}
