import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event, SessionEvent } from '@agentmount/core';
import {
  formatTranscript,
  type RecordedAgent,
  type Replay,
  recordTranscript,
  replayTranscript,
} from '@agentmount/core/testing';
import type { WireClaude } from '@agentmount/testkit';
import { claudeAdapter } from '../src/index.js';
import { type ClaudeSetup, claudeSetup } from './claude-setup.js';

/** One run of the program that speaks claude's wire. */
export interface ClaudeRun extends ClaudeSetup {
  /** Name of the transcript's file, without its ending. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly session?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly script: (agent: RecordedAgent) => Promise<void>;
}

/** What came of it. */
export interface ClaudeRecord extends Replay {
  /** The session's id as it really was. */
  readonly sessionId: string;
}

/**
 * Runs the program through the adapter's codec, every rule of the contract checked, and replays what was recorded: the replay must write
 * the same lines. With `AGENTMOUNT_RECORD=1` in the environment the recording is kept as a transcript.
 */
export async function recordClaude(claude: WireClaude, run: ClaudeRun): Promise<ClaudeRecord> {
  const setup = claudeSetup({ cwd: claude.work, ...run });
  const refused = claudeAdapter.refuses?.(setup);
  if (refused !== undefined) throw new Error(`refused: ${refused}`);
  let sessionId = '';
  const transcript = await recordTranscript({
    adapter: claudeAdapter,
    setup,
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: { command: claude.bin },
    environment: { ...claude.env, ...run.env },
    agentVersion: '2.1.332',
    note: run.note,
    scrub: { numberIds: true, folders: { [claude.home]: '/home/person' } },
    async script(agent) {
      const heard = async <Type extends Event['type']>(
        type: Type,
        fits?: (event: Extract<Event, { type: Type }>) => boolean,
      ) => {
        const event = await agent.event(type, fits);
        if (event.type === 'session') sessionId = (event as SessionEvent).id;
        return event;
      };
      await run.script({
        prompt: (text, images) => agent.prompt(text, images),
        interrupt: () => agent.interrupt(),
        steer: (reference, text) => agent.steer(reference, text),
        answer: (id, allow, reason) => agent.answer(id, allow, reason),
        models: () => agent.models(),
        event: heard,
      });
    },
  });
  if (process.env.AGENTMOUNT_RECORD === '1') {
    await writeFile(join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`), formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter: claudeAdapter, transcript }), sessionId };
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
