import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event, Image, Setup } from '@agentmount/core';
import {
  formatTranscript,
  type RecordedAgent,
  type Replay,
  recordTranscript,
  replayTranscript,
} from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import { codexAdapter } from '../src/adapter.js';
import type { CodexOptions } from '../src/options.js';

/** One run of the real codex. */
export interface CodexRun {
  readonly home: AgentHome;
  /** Name of the transcript's file, without its ending; absent: none is kept. */
  readonly name?: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly transport?: 'app-server' | 'exec';
  readonly options?: CodexOptions;
  readonly model?: string;
  readonly systemPromptAppend?: string;
  readonly session?: string;
  readonly script: (agent: RunningCodex) => Promise<void>;
}

interface RunningCodex extends RecordedAgent {
  /** Sends a prompt and waits for its end. */
  turn(text: string, images?: readonly Image[]): Promise<void>;
}

export interface RunRecord extends Replay {
  /** The session's id as it really was; empty when none was opened. */
  readonly sessionId: string;
}

/** A setup in which everything may be done inside of the directory, unless given otherwise. */
export function setupFor(given: Partial<Omit<CodexRun, 'home'>> & { readonly cwd?: string } = {}): Setup<CodexOptions> {
  const { options, model, systemPromptAppend } = given;
  return {
    transport: given.transport ?? 'app-server',
    cwd: given.cwd ?? '/project',
    options: codexAdapter.options.parse({ sandbox: 'workspace-write', ...options }),
    approvalMs: 60_000,
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
    ...(model === undefined ? {} : { model }),
    ...(systemPromptAppend === undefined ? {} : { systemPromptAppend }),
  };
}

/**
 * Runs the real codex through the adapter's codec, every rule of the contract checked, and replays what was recorded: the replay must
 * write the same lines. With `AGENTMOUNT_RECORD=1` in the environment a recording with a name is kept as a transcript.
 */
export async function recordRun(run: CodexRun): Promise<RunRecord> {
  const { home } = run;
  let sessionId = run.session ?? '';
  const transcript = await recordTranscript({
    adapter: codexAdapter,
    setup: setupFor({ cwd: home.work, ...run }),
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: { command: home.bin },
    environment: home.env,
    agentVersion: codexAdapter.executable.tested.from,
    note: run.note,
    patienceMs: 110_000,
    scrub: {
      numberIds: true,
      proseKeys: ['description', 'upgradeInfo', 'availabilityNux'],
      proseLength: 30,
      folders: { [home.home]: '/home/person', [home.directory]: '/home' },
    },
    async script(agent) {
      await agent.event('ready');
      await run.script({
        prompt: (text, images) => agent.prompt(text, images),
        interrupt: () => agent.interrupt(),
        steer: (reference, text) => agent.steer(reference, text),
        answer: (id, allow, reason) => agent.answer(id, allow, reason),
        models: () => agent.models(),
        async event(type, fits) {
          const event = await agent.event(type, fits);
          if (event.type === 'session' && 'id' in event) sessionId = event.id;
          return event;
        },
        async turn(text, images) {
          agent.prompt(text, images);
          await agent.event('settled');
        },
      });
    },
  });
  if (run.name !== undefined && process.env.AGENTMOUNT_RECORD === '1') {
    const file = join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`);
    await writeFile(file, formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter: codexAdapter, transcript }), sessionId };
}

/** The events of one type, in order. */
export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): readonly Extract<Event, { type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<Event, { type: Type }>[];
}
