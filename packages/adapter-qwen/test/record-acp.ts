import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image } from '@agentmount/core';
import {
  formatTranscript,
  type RecordedAgent,
  type Replay,
  recordTranscript,
  replayTranscript,
} from '@agentmount/core/testing';
import type { AgentHome } from '@agentmount/testkit';
import { qwenAdapter } from '../src/index.js';
import { type QwenSetup, qwenSetup } from './qwen-setup.js';

/** One run of the real qwen over ACP. */
export interface AcpRun extends Omit<QwenSetup, 'transport' | 'presetSession'> {
  /** Name of the transcript's file, without its ending; absent: none is kept. */
  readonly name?: string;
  /** What happens, in one sentence. */
  readonly note: string;
  readonly session?: string;
  /** False when the handshake is to fail. */
  readonly ready?: boolean;
  readonly script: (agent: AcpAgent) => Promise<void>;
}

/** The running agent, with the usual ways to go on. */
interface AcpAgent extends RecordedAgent {
  /** Sends the first prompt and waits for its session. */
  begin(text: string, images?: readonly Image[]): Promise<void>;
  /** Sends a prompt and waits for its end. */
  turn(text: string, images?: readonly Image[]): Promise<void>;
}

export interface AcpRecord extends Replay {
  /** The session's id as it really was; empty when {@link AcpAgent.begin} was not called. */
  readonly sessionId: string;
}

/**
 * Runs the real qwen over ACP through the adapter's codec, every rule of the contract checked, and replays what was recorded: the
 * replay must write the same lines. With `AGENTMOUNT_RECORD=1` in the environment the recording is kept as a transcript.
 */
export async function recordAcp(home: AgentHome, run: AcpRun): Promise<AcpRecord> {
  const setup = qwenSetup({ cwd: home.work, ...run, transport: 'acp' });
  let sessionId = '';
  const transcript = await recordTranscript({
    adapter: qwenAdapter,
    setup,
    ...(run.session === undefined ? {} : { session: run.session }),
    executable: { command: home.bin },
    environment: home.env,
    agentVersion: '0.24.4',
    note: run.note,
    patienceMs: 110_000,
    scrub: {
      numberIds: true,
      proseKeys: [
        'availableCommands',
        'availableSkillDetails',
        'availableModes',
        'configOptions',
        'authMethods',
        'rawOutput',
        'content',
      ],
      proseLength: 160,
      folders: { [home.home]: '/home/person', [home.directory]: '/home', [programFolder]: '/usr/lib' },
    },
    async script(agent) {
      const begin = async (text: string, images?: readonly Image[]) => {
        agent.prompt(text, images);
        sessionId = (await agent.event('session')).id;
      };
      if (run.ready !== false) await agent.event('ready');
      await run.script({
        prompt: (text, images) => agent.prompt(text, images),
        interrupt: () => agent.interrupt(),
        steer: (reference, text) => agent.steer(reference, text),
        answer: (id, allow, reason) => agent.answer(id, allow, reason),
        models: () => agent.models(),
        event: (type, fits) => agent.event(type, fits),
        begin,
        async turn(text, images) {
          agent.prompt(text, images);
          await agent.event('settled');
        },
      });
    },
  });
  if (process.env.AGENTMOUNT_RECORD === '1' && run.name !== undefined) {
    await writeFile(join(import.meta.dirname, 'transcripts', `${run.name}.jsonl`), formatTranscript(transcript));
  }
  return { ...replayTranscript({ adapter: qwenAdapter, transcript }), sessionId };
}

/** Where the package of qwen lies: its warnings name the path. */
const programFolder = join(import.meta.dirname, '../../..');
