import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Event } from '@agentmount/core';
import { type RecordedAgent, recordTranscript, replayTranscript } from '@agentmount/core/testing';
import { createTemporaryFolder } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { claudeAdapter } from '../src/index.js';
import { type ClaudeSetup, claudeSetup } from './claude-setup.js';
import { ofType, prompts } from './record-claude.js';

/*
 * The person's own claude, with the person's own login: each prompt costs what it costs. Skipped where there is none, since the
 * project neither installs nor depends on it. No answer is looked at for more than a word that the prompt asks for.
 */
const bin = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'claude'))
  .find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const marks = new Set(claudeAdapter.removesVariables);
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !marks.has(entry[0]),
  ),
);

interface LiveRun extends ClaudeSetup {
  readonly session?: string;
  readonly script: (agent: RecordedAgent) => Promise<void>;
}

async function run({ session, script, ...given }: LiveRun) {
  const version = execFileSync(bin ?? 'claude', ['--version'], { encoding: 'utf8', env: environment }).trim();
  const transcript = await recordTranscript({
    adapter: claudeAdapter,
    setup: claudeSetup({ ...given, options: { approval_mode: 'default', ...given.options } }),
    ...(session === undefined ? {} : { session }),
    executable: { command: bin ?? 'claude' },
    environment,
    agentVersion: version,
    note: 'A live run.',
    patienceMs: 110_000,
    script,
  });
  const replay = replayTranscript({ adapter: claudeAdapter, transcript });
  const strange = ofType(replay.events, 'unknown').map(({ frame }) => frame);
  expect(strange, `frames that the adapter does not know, claude ${version}`).toEqual([]);
  return replay;
}

const last = <Type extends Event['type']>(events: readonly Event[], type: Type) => ofType(events, type).at(-1);

describe.skipIf(bin === undefined)('the real claude', () => {
  it('answers on both transports, and goes on in another process', async () => {
    await using folder = await createTemporaryFolder('claude-live');
    const cwd = folder.directory;
    let session = '';
    const first = await run({
      cwd,
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('Answer with nothing but the word maple.');
        session = (await agent.event('session')).id;
        await agent.event('settled');
      },
    });
    expect(first.settled).toMatchObject([{ outcome: 'completed', answer: expect.stringMatching(/maple/i) }]);
    expect(last(first.events, 'usage')).toMatchObject({ scope: 'prompt' });
    for (const transport of ['stream', 'print'] as const) {
      const reply = await run({ cwd, transport, session, script: prompts('recall the word, and say nothing but it') });
      expect(reply.settled).toMatchObject([{ outcome: 'completed', answer: expect.stringMatching(/maple/i) }]);
      expect(new Set(ofType(reply.events, 'session').map(({ id }) => id))).toEqual(new Set([session]));
    }
  });

  it('lists its models', async () => {
    await using folder = await createTemporaryFolder('claude-live');
    const { events } = await run({
      cwd: folder.directory,
      script: async (agent) => {
        await agent.event('ready');
        agent.models();
        await agent.event('models');
      },
    });
    expect(last(events, 'models')?.models.some(({ current }) => current === true)).toBe(true);
  });

  it('is stopped, and takes the next prompt', async () => {
    await using folder = await createTemporaryFolder('claude-live');
    const { settled } = await run({
      cwd: folder.directory,
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('wait for me: write the numbers from one to five hundred as words');
        await agent.event('text');
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('say fine');
        await agent.event('settled', ({ outcome }) => outcome !== 'interrupted');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'completed']);
  });

  it('asks before it writes, and does not write when it may not', async () => {
    await using folder = await createTemporaryFolder('claude-live');
    const { events } = await run({
      cwd: folder.directory,
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('write note.txt hello (with your Write tool, at once)');
        const asked = await agent.event('approval');
        agent.answer(asked.id, false, 'Do not write it. Say that you did not, and end.');
        await agent.event('settled');
      },
    });
    expect(last(events, 'settled')).toMatchObject({ outcome: 'completed' });
    expect(await readdir(folder.directory)).toEqual([]);
  });

  it('does not know a session that it never had', async () => {
    await using folder = await createTemporaryFolder('claude-live');
    const { settled } = await run({
      cwd: folder.directory,
      session: '00000000-0000-4000-8000-000000000000',
      script: async (agent) => void (await agent.event('settled')),
    });
    expect(settled).toMatchObject([{ failure: { class: 'session-unknown' } }]);
  });
});
