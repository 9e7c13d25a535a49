import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentAdapter, Event, Image, Setup } from '@agentmount/core';
import {
  formatTranscript,
  type RecordedAgent,
  type Replay,
  recordTranscript,
  replayTranscript,
} from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import { type AcpOptions, defineAcpAdapter, geminiProfile, kimiProfile } from '../src/index.js';

export const kimiAdapter = defineAcpAdapter(kimiProfile);
export const geminiAdapter = defineAcpAdapter(geminiProfile);

/** One run of a real agent. */
export interface AgentRun {
  readonly adapter: AgentAdapter<AcpOptions>;
  /** The home it runs in. */
  readonly home: Pick<AgentHome, 'directory' | 'home' | 'work' | 'env'>;
  /** Its program: absolute, and arguments before those of the plan. */
  readonly executable: { readonly command: string; readonly args?: readonly string[] };
  /** Name of the transcript's file, without its ending. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly options?: AcpOptions;
  readonly model?: string;
  readonly session?: string;
  readonly script: (agent: RunningAgent) => Promise<void>;
}

interface RunningAgent extends RecordedAgent {
  /** Sends a prompt and waits for its end. */
  turn(text: string, images?: readonly Image[]): Promise<void>;
}

export interface RunRecord extends Replay {
  /** The session's id as it really was; empty when none was opened. */
  readonly sessionId: string;
}

/** The setup of a run; the mode is `yolo` unless given. */
export function setupFor(
  adapter: AgentAdapter<AcpOptions>,
  given: Pick<AgentRun, 'options' | 'model'> & { readonly cwd?: string } = {},
): Setup<AcpOptions> {
  return {
    transport: 'acp',
    cwd: given.cwd ?? '/project',
    options: adapter.options.parse({ mode: 'yolo', ...given.options }),
    approvalMs: 60_000,
    ...(given.model === undefined ? {} : { model: given.model }),
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
  };
}

/**
 * Runs a real agent through the adapter's codec, every rule of the contract checked, and replays what was recorded: the
 * replay must write the same lines. With `AGENTMOUNT_RECORD=1` in the environment the recording is kept as a transcript.
 */
export async function recordRun(run: AgentRun): Promise<RunRecord> {
  const { adapter, home } = run;
  let sessionId = '';
  const transcript = await recordTranscript({
    adapter,
    setup: setupFor(adapter, { cwd: home.work, ...run }),
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: run.executable,
    environment: home.env,
    agentVersion: adapter.executable.tested.from,
    note: run.note,
    patienceMs: 110_000,
    scrub: {
      numberIds: true,
      proseKeys: ['availableCommands', 'authMethods', 'content', 'rawOutput'],
      proseLength: 160,
      folders: {
        [home.home]: '/home/person',
        [home.directory]: '/home',
        ...(programs === undefined ? {} : { [programs]: '/usr/lib' }),
      },
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
  if (process.env.AGENTMOUNT_RECORD === '1') {
    await writeFile(join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`), formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter, transcript }), sessionId };
}

/** Where `npm run test:agents` has put the programs: their stack traces name it. */
const programs = process.env.AGENTMOUNT_AGENTS_FOLDER;

/** The events of one type, in order. */
export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): readonly Extract<Event, { type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<Event, { type: Type }>[];
}
