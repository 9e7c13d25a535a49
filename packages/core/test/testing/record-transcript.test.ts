import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '@agentmount/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Setup } from '../../src/index.js';
import {
  formatTranscript,
  loadTranscripts,
  parseTranscript,
  type RecordedAgent,
  type RecordOptions,
  recordTranscript,
  replayTranscript,
} from '../../src/testing/index.js';
import { alterActions } from './broken/alter-codec.js';
import { type ToyOptions, toyAdapter } from './toy/toy-adapter.js';

const adapter = toyAdapter();
const program = join(import.meta.dirname, 'toy', 'toy-agent.ts');

let folder: string;
let environment: Record<string, string>;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'record-')));
  await mkdir(join(folder, 'work'));
  environment = { HOME: join(folder, 'home'), PATH: process.env.PATH ?? '', TOY_API_KEY: 'opensesame' };
});

afterEach(async () => {
  expect(await processesWith({ folder })).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

function record(script: (agent: RecordedAgent) => Promise<void>, options: Partial<RecordOptions<ToyOptions>> = {}) {
  return recordTranscript({
    adapter,
    setup: setupFor('lines'),
    executable: { command: process.execPath, args: ['--disable-warning=ExperimentalWarning', program] },
    environment,
    note: 'a recording',
    script,
    ...options,
  });
}

function setupFor(transport: string): Setup<ToyOptions> {
  return {
    transport,
    cwd: join(folder, 'work'),
    options: {},
    approvalMs: 0,
    machine: { platform: process.platform, home: join(folder, 'home'), environment, files: {} },
  };
}

describe('recordTranscript', () => {
  it('records what the toy transcripts say of the toy agent', async () => {
    const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));
    const recorded = await record(async (agent) => {
      await agent.event('ready');
      agent.prompt('ask');
      const { id } = await agent.event('approval');
      agent.answer(id, true, '');
      await agent.event('ready');
      agent.prompt('wait');
      await agent.event('text', ({ text }) => text.startsWith('Working'));
      agent.steer('s1', 'left');
      await agent.event('ready');
      agent.prompt('ask');
      await agent.event('approval');
      agent.interrupt();
      await agent.event('settled', ({ outcome }) => outcome === 'interrupted');
    });
    expect(recorded.lines).toEqual(transcripts.get('lines-approval-and-steer')?.lines);
  });

  it('notes the version that the agent tells, or the one that is given', async () => {
    const nothing = async (agent: RecordedAgent) => void (await agent.event('ready'));
    expect((await record(nothing)).header.agentVersion).toBe('1.2.3');
    expect((await record(nothing, { agentVersion: '9.9.9' })).header.agentVersion).toBe('9.9.9');
  });

  it('lets a script wait for whichever of several events comes first', async () => {
    const seen: string[] = [];
    await record(async (agent) => {
      await agent.event('ready');
      agent.prompt('tool');
      seen.push((await agent.event(['text', 'tool'])).type);
      seen.push((await agent.event(['settled', 'text'])).type, (await agent.event('settled')).outcome);
    });
    expect(seen).toEqual(['tool', 'text', 'completed']);
  });

  it('makes a transcript that replays to the same end, with the setup in it', async () => {
    const setup = {
      ...setupFor('lines'),
      model: 'toy-large',
      systemPromptAppend: 'Be kind',
      options: { tone: 'loud' },
    } as const;
    const recorded = await record(
      async (agent) => {
        await agent.event('ready');
        agent.models();
        await agent.event('models');
        agent.prompt('echo hello there');
        await agent.event('settled');
      },
      { setup, session: 'toy-beef' },
    );
    const read = parseTranscript(formatTranscript(recorded));
    expect(read.header).toEqual({
      transcript: 1,
      adapter: 'toy',
      transport: 'lines',
      agentVersion: '1.2.3',
      plan: {
        transport: 'lines',
        args: ['--lines', '--model=toy-large', '--tone=loud', '--system={files}/system.txt'],
        env: {},
        cwd: '/project',
        files: { 'system.txt': 'Be kind' },
        handshake: { session: 'toy-beef' },
      },
      note: 'a recording',
      setup: {
        cwd: '/project',
        model: 'toy-large',
        systemPromptAppend: 'Be kind',
        options: { tone: 'loud' },
        approvalMs: 0,
      },
    });
    const { events, settled } = replayTranscript({ adapter, transcript: read });
    expect(events).toContainEqual({ type: 'session', id: 'toy-beef' });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'hello there' }]);
  });

  it('records a one-shot run, its stderr and its exit', async () => {
    const recorded = await record(
      async (agent) => {
        await agent.event('ready');
        agent.prompt('crash');
        await agent.event('settled', ({ failure }) => failure?.message === 'Error: out of paper');
      },
      { setup: setupFor('once') },
    );
    expect(recorded.lines.slice(0, 3)).toEqual([{ do: 'prompt', text: 'crash' }, { raw: 'crash' }, { close: true }]);
    expect(recorded.lines.slice(-2)).toEqual([{ err: 'Error: out of paper.\n' }, { exit: { code: 3, signal: null } }]);
  });

  it('scrubs what the machine and the agent gave away', async () => {
    const said = `see ${join(folder, 'work', 'a.txt')} and ${join(folder, 'home')} with opensesame at ${join(folder, 'other')}`;
    const recorded = await record(
      async (agent) => {
        await agent.event('ready');
        agent.prompt(`echo ${said}`);
        await agent.event('settled');
      },
      { scrub: { folders: { [folder]: '/sandbox' }, proseKeys: ['answer'], proseLength: 10 } },
    );
    const text = formatTranscript(recorded);
    expect(text).not.toContain(folder);
    expect(text).not.toContain('opensesame');
    expect(recorded.lines).toContainEqual({
      do: 'prompt',
      text: 'echo see /project/a.txt and /home/person with scrubbed at /sandbox/other',
    });
    expect(text).toContain(`\\"answer\\":\\"[${said.length} characters]\\"`);
  });

  it('says what came instead when an event does not come, and ends the process', async () => {
    const hopeless = record(
      async (agent) => {
        await agent.event('ready');
        agent.prompt('wait');
        await agent.event('text');
        expect(await processesWith({ folder })).toHaveLength(1);
        await agent.event('usage');
      },
      { patienceMs: 3000 },
    );
    await expect(hopeless).rejects.toThrow(
      /^"usage" did not come within 3000 ms; stderr begins: nothing; the last lines:[\s\S]*Working/,
    );
  });

  it('says that the agent was gone', async () => {
    const gone = record(async (agent) => {
      await agent.event('ready');
      agent.prompt('crash');
      await agent.event('usage');
    });
    await expect(gone).rejects.toThrow(
      /^the agent was gone before "usage" came; stderr begins: Error: out of paper\.; the last lines:/,
    );
  });

  it('hands on what the script throws, and what the codec breaks', async () => {
    await expect(record(() => Promise.reject(new RangeError('enough')))).rejects.toThrow(new RangeError('enough'));
    const faulty = toyAdapter(alterActions((action) => (action.type === 'session' ? { ...action, id: 'x' } : action)));
    await expect(record(async (agent) => void (await agent.event('ready')), { adapter: faulty })).rejects.toThrow(
      expect.objectContaining({ id: 'session-form' }),
    );
    await expect(record(async (agent) => agent.prompt('too early'))).rejects.toThrow(TypeError);
  });

  it('says why an agent cannot be started', async () => {
    const command = join(folder, 'no-such-program');
    await expect(record(async () => undefined, { executable: { command } })).rejects.toThrow(command);
    await writeFile(command, '');
    await expect(record(async () => undefined, { executable: { command } })).rejects.toThrow(command);
  });
});
