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
import { type AcpOptions, defineAcpAdapter, kimiProfile } from '../src/index.js';

export const kimiAdapter = defineAcpAdapter(kimiProfile);

/** One run of the real kimi. */
export interface KimiRun {
  /** Name of the transcript's file, without its ending. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly options?: AcpOptions;
  readonly model?: string;
  readonly session?: string;
  readonly script: (agent: KimiAgent) => Promise<void>;
}

interface KimiAgent extends RecordedAgent {
  /** Sends a prompt and waits for its end. */
  turn(text: string, images?: readonly Image[]): Promise<void>;
}

export interface KimiRecord extends Replay {
  /** The session's id as it really was; empty when none was opened. */
  readonly sessionId: string;
}

/** The setup of a run. */
export function kimiSetup(
  given: Pick<KimiRun, 'options' | 'model'> & { readonly cwd?: string } = {},
): Setup<AcpOptions> {
  return {
    transport: 'acp',
    cwd: given.cwd ?? '/project',
    options: kimiAdapter.options.parse({ mode: 'yolo', ...given.options }),
    approvalMs: 60_000,
    ...(given.model === undefined ? {} : { model: given.model }),
    machine: { platform: 'linux', home: '/home/person', environment: {}, files: {} },
  };
}

/**
 * Runs the real kimi (2.1.0) through the adapter's codec, every rule of the contract checked, and replays what was recorded: the
 * replay must write the same lines. With `AGENTMOUNT_RECORD=1` in the environment the recording is kept as a transcript.
 */
export async function recordKimi(home: AgentHome, run: KimiRun): Promise<KimiRecord> {
  let sessionId = '';
  const transcript = await recordTranscript({
    adapter: kimiAdapter,
    setup: kimiSetup({ cwd: home.work, ...run }),
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: { command: home.bin },
    environment: home.env,
    agentVersion: '2.1.0',
    note: run.note,
    patienceMs: 110_000,
    scrub: {
      numberIds: true,
      proseKeys: ['availableCommands', 'authMethods', 'content', 'rawOutput'],
      proseLength: 160,
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
  if (process.env.AGENTMOUNT_RECORD === '1') {
    await writeFile(join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`), formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter: kimiAdapter, transcript }), sessionId };
}

/** The events of one type, in order. */
export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): readonly Extract<Event, { type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<Event, { type: Type }>[];
}
