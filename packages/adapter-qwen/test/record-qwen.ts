import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event, SessionEvent } from '@agentmount/core';
import {
  formatTranscript,
  type RecordedAgent,
  type Replay,
  recordTranscript,
  replayTranscript,
  type Transcript,
} from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import { qwenAdapter } from '../src/index.js';
import { type QwenSetup, qwenSetup } from './qwen-setup.js';

/** One run of the real qwen. */
export interface QwenRun extends QwenSetup {
  /** Name of the transcript's file, without its ending. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly session?: string;
  /** Arguments of the test's own, before those of the plan. */
  readonly args?: readonly string[];
  readonly script: (agent: RecordedAgent) => Promise<void>;
}

/** What came of it, from the scrubbed recording: folders are `/project` and the like, ids are numbered. */
export interface QwenRecord extends Replay {
  readonly transcript: Transcript;
  /** The session's id as it really was. */
  readonly sessionId: string;
}

/**
 * Runs the real qwen through the adapter's codec, every rule of the contract checked, and replays what was recorded: the replay must
 * write the same lines. With `AGENTMOUNT_RECORD=1` in the environment the recording is kept as a transcript.
 */
export async function recordQwen(home: AgentHome, run: QwenRun): Promise<QwenRecord> {
  const setup = qwenSetup({ cwd: home.work, ...run });
  const refused = qwenAdapter.refuses?.(setup);
  if (refused !== undefined) throw new Error(`refused: ${refused}`);
  let sessionId = '';
  const transcript = await recordTranscript({
    adapter: qwenAdapter,
    setup,
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: { command: home.bin, ...(run.args === undefined ? {} : { args: run.args }) },
    environment: home.env,
    agentVersion: '0.24.4',
    note: run.note,
    patienceMs: 110_000,
    scrub: {
      numberIds: true,
      proseKeys: ['content', 'slash_commands', 'result'],
      folders: { [home.home]: '/home/person', [home.directory]: '/home', [programFolder]: '/usr/lib' },
    },
    async script(agent) {
      await run.script({
        ...bound(agent),
        async event(type, fits) {
          const event = await agent.event(type, fits);
          if (event.type === 'session') sessionId = (event as SessionEvent).id;
          return event;
        },
      });
    },
  });
  if (process.env.AGENTMOUNT_RECORD === '1') {
    await writeFile(join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`), formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter: qwenAdapter, transcript }), transcript, sessionId };
}

/** Where the package of qwen lies: its warnings name the path. */
const programFolder = join(import.meta.dirname, '../../..');

function bound(agent: RecordedAgent): Omit<RecordedAgent, 'event'> {
  return {
    prompt: (text, images) => agent.prompt(text, images),
    interrupt: () => agent.interrupt(),
    steer: (reference, text) => agent.steer(reference, text),
    answer: (id, allow, reason) => agent.answer(id, allow, reason),
    models: () => agent.models(),
  };
}

/** The script that sends prompts one after the other, each to its end. */
export function prompts(...texts: readonly string[]): (agent: RecordedAgent) => Promise<void> {
  return async (agent) => {
    for (const text of texts) {
      await agent.event('ready');
      agent.prompt(text);
      await agent.event('settled');
    }
  };
}

/** The events of one type, in order. */
export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): readonly Extract<Event, { type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<Event, { type: Type }>[];
}
