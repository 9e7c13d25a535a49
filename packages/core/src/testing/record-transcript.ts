import type { AgentAdapter } from '../contract/adapter.js';
import type { Setup, Task } from '../contract/setup.js';
import { placeFiles } from '../process/private-files.js';
import { readVersion } from '../process/read-version.js';
import { startProcess } from '../process/start-process.js';
import { machineTraces } from './machine-traces.js';
import { type RecordedAgent, Recording } from './recording.js';
import { type ScrubRules, scrubTranscript } from './scrub-transcript.js';
import type { Transcript, TranscriptSetup } from './transcript.js';

export interface RecordOptions<Options> {
  readonly adapter: AgentAdapter<Options>;
  readonly setup: Setup<Options>;
  /** The session to continue; absent: a new one. */
  readonly session?: string;
  /** The agent's program: its absolute path, and arguments that come before those of the plan (a script, where `command` runs one). */
  readonly executable: { readonly command: string; readonly args?: readonly string[] };
  /** The agent's complete environment, without the variables of the plan. */
  readonly environment: Readonly<Record<string, string>>;
  /** As the agent prints it; absent: it is asked. */
  readonly agentVersion?: string;
  /** What happens, in one sentence. */
  readonly note: string;
  /** What to ask of the agent; the process is ended when it is done. */
  readonly script: (agent: RecordedAgent) => Promise<void>;
  /** Beyond what is always scrubbed: folders to what stands for them, prose, ids. */
  readonly scrub?: Omit<ScrubRules, 'replacements' | 'secrets'> & {
    readonly folders?: Readonly<Record<string, string>>;
  };
  /** How long an event may be waited for, ms; two minutes unless given. */
  readonly patienceMs?: number;
}

/** What the agent gets to end by itself after its stdin was closed, and then after SIGTERM. */
const ENDING = { politeMs: 10_000, killGraceMs: 2_000 };

/**
 * Starts the real agent, drives it through `script` by the adapter's own codec, every rule of `watchCodec` checked, and returns what
 * went over the wire, scrubbed. The process and all its descendants are gone when it returns or rejects.
 *
 * Rejects when the agent cannot be started, when `script` does, when an event that it waits for does not come, and with an
 * `InvariantError` when the codec breaks a rule; the messages of waiting name what was said last.
 */
export async function recordTranscript<Options>(options: RecordOptions<Options>): Promise<Transcript> {
  const { adapter, setup, session, executable, environment } = options;
  const { command, args = [] } = executable;
  const agentVersion =
    options.agentVersion ??
    (await readVersion({ command, args, path: command }, adapter.executable.versionArgs, environment)) ??
    'unknown';
  const plan = session === undefined ? adapter.launch(setup) : adapter.resume(setup, session);
  const placed = await placeFiles(plan);
  const process = await startProcess({
    command,
    args: [...args, ...placed.args],
    env: { ...environment, ...placed.env },
    cwd: plan.cwd,
    ...(placed.folder !== undefined && { folder: placed.folder }),
  });
  const byPrompt = adapter.transports.find(({ name }) => name === plan.transport)?.resumesByPrompt === true;
  const prompted = byPrompt && session !== undefined ? { ...setup, session } : setup;
  const recording = new Recording({
    adapter,
    setup: prompted,
    plan,
    process,
    patienceMs: options.patienceMs ?? 120_000,
  });
  try {
    recording.open();
    await options.script(recording);
  } finally {
    await process.end(ENDING);
  }
  const lines = await recording.finish();
  const { proseKeys, proseLength, numberIds, folders } = options.scrub ?? {};
  return scrubTranscript(
    {
      header: {
        transcript: 1,
        adapter: adapter.name,
        transport: plan.transport,
        agentVersion,
        plan,
        note: options.note,
        setup: recordedSetup(prompted),
      },
      lines,
    },
    {
      ...machineTraces(environment, {
        ...folders,
        [setup.cwd]: folders?.[setup.cwd] ?? '/project',
        ...(placed.folder !== undefined && { [placed.folder]: '/files' }),
      }),
      ...(proseKeys && { proseKeys }),
      ...(proseLength !== undefined && { proseLength }),
      ...(numberIds !== undefined && { numberIds }),
    },
  );
}

function recordedSetup(setup: Setup & Pick<Task, 'session'>): TranscriptSetup {
  const { cwd, model, systemPromptAppend, options, approvalMs, presetSession, session } = setup;
  return {
    cwd,
    ...(model !== undefined && { model }),
    ...(systemPromptAppend !== undefined && { systemPromptAppend }),
    options,
    approvalMs,
    ...(presetSession !== undefined && { presetSession }),
    ...(session !== undefined && { session }),
  };
}
