import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wireClaude } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { ofType, prompts, recordClaude } from './record-claude.js';

const PNG = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const UNKNOWN = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

describe('the stream wire, on a program that speaks it', () => {
  it('takes several prompts, with the figures of each, and goes on in another process', async () => {
    await using claude = await wireClaude();
    const first = await recordClaude(claude, {
      name: 'stream-plain',
      note: 'Two plain prompts in one process.',
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('say one two');
        await agent.event('session');
        await prompts('say three')(agent);
      },
    });
    expect(first.settled).toEqual([
      { type: 'settled', outcome: 'completed', answer: 'one two' },
      { type: 'settled', outcome: 'completed', answer: 'three' },
    ]);
    const figures = { type: 'usage', scope: 'prompt', input: 100, output: 5, cost: 0.0006 };
    expect(ofType(first.events, 'usage').filter(({ scope }) => scope === 'prompt')).toEqual([figures, figures]);
    expect(ofType(first.events, 'text').map(({ text }) => text)).toEqual(['one ', 'two', 'three']);
    expect(ofType(first.events, 'model')).toEqual([{ type: 'model', id: 'claude-wire-1' }]);
    expect(first.sessionId).not.toBe('');

    const again = await recordClaude(claude, {
      name: 'stream-resume',
      note: 'A session is continued in another process, where only the second cost is known.',
      session: first.sessionId,
      script: prompts('recall', 'say more'),
    });
    expect(again.settled.map(({ answer }) => answer)).toEqual(['say one two | say three', 'more']);
    expect(ofType(again.events, 'session')).toHaveLength(1);
    expect(again.events[0]?.type).toBe('session');
    const costs = ofType(again.events, 'usage').filter(({ scope }) => scope === 'prompt');
    expect(costs.map(({ cost }) => cost)).toEqual([undefined, 0.0006]);
  });

  it('does not continue a session that claude does not know', async () => {
    await using claude = await wireClaude();
    const { settled } = await recordClaude(claude, {
      name: 'stream-session-unknown',
      note: 'A session that claude does not know.',
      session: UNKNOWN,
      script: async (agent) => void (await agent.event('settled')),
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
  });

  it('stops what streams, and takes the next prompt', async () => {
    await using claude = await wireClaude();
    const { settled, events } = await recordClaude(claude, {
      name: 'stream-interrupt',
      note: 'A prompt is stopped while it streams, one at once after it was sent, and a third goes on.',
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('wait');
        await agent.event('text');
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('wait');
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('say on');
        await agent.event('settled', ({ outcome }) => outcome === 'completed');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'completed']);
    // Nothing was counted for the interrupted prompts: that is unknown, not 0.
    expect(ofType(events, 'usage').filter(({ scope }) => scope === 'prompt')).toHaveLength(1);
  });

  it('asks before a tool runs, and gives the model the reason of a denial', async () => {
    await using claude = await wireClaude();
    const note = join(claude.work, 'note.txt');
    const { settled, events } = await recordClaude(claude, {
      name: 'stream-approvals',
      note: 'One write is allowed, one denied, and one is stopped while it waits for an answer.',
      options: { approval_mode: 'default' },
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt(`write ${note} hello`);
        const first = await agent.event('approval');
        expect(existsSync(note)).toBe(false);
        agent.answer(first.id, true, '');
        await agent.event('ready');
        agent.prompt('write other.txt hello');
        const second = await agent.event('approval');
        agent.answer(second.id, false, 'Not in that file.');
        await agent.event('ready');
        agent.prompt('write third.txt hello');
        await agent.event('approval');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(existsSync(note)).toBe(true);
    expect(existsSync(join(claude.work, 'other.txt'))).toBe(false);
    expect(settled.map(({ outcome, answer }) => answer ?? outcome)).toEqual([
      'The tool said: Done.',
      'The tool said: Not in that file.',
      'interrupted',
    ]);
    expect(ofType(events, 'file').map(({ path }) => path)).toHaveLength(1);
    expect(ofType(events, 'tool').map(({ phase, ok }) => ok ?? phase)).toEqual([
      'start',
      true,
      'start',
      false,
      'start',
    ]);
    expect(ofType(events, 'withdrawn')).toHaveLength(1);
    // Whoever denied it knows; it is no news to them.
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('carries nothing out in the mode that only looks', async () => {
    await using claude = await wireClaude();
    const { settled } = await recordClaude(claude, {
      name: 'stream-plan',
      note: 'In the mode "plan" nothing that needs permission runs, and the plan is the answer.',
      options: { approval_mode: 'plan' },
      script: prompts('write note.txt hello', 'leave', 'question'),
    });
    expect(existsSync(join(claude.work, 'note.txt'))).toBe(false);
    expect(settled.map(({ answer }) => answer)).toEqual([
      expect.stringContaining('only looking is allowed'),
      expect.stringContaining('give the whole plan as your answer'),
      expect.stringContaining('Nobody can answer questions'),
    ]);
  });

  it('lists the models with what they cost and which efforts they take', async () => {
    await using claude = await wireClaude();
    const { events } = await recordClaude(claude, {
      name: 'stream-models',
      note: 'The models are listed, no prompt.',
      options: { effort: 'max' },
      script: async (agent) => {
        await agent.event('ready');
        agent.models();
        await agent.event('models');
      },
    });
    expect(ofType(events, 'models')[0]?.models).toEqual([
      {
        id: 'default',
        name: 'Default (recommended) · The first one · $1/$5 per Mtok · effort low, medium, high',
        current: true,
      },
      { id: 'small', name: 'Small · For simple things · $0.1/$0.5 per Mtok' },
    ]);
    expect(ofType(events, 'notice').map(({ text }) => text)).toEqual([
      'claude cannot apply effort "max" to this model: it takes low, medium, high.',
    ]);
  });

  it('tells a refused key from an answer, and its retries while they go on', async () => {
    await using claude = await wireClaude();
    const { settled, events } = await recordClaude(claude, {
      name: 'stream-api-errors',
      note: 'The API of the model refuses the key, then is overloaded; both end as a success that calls itself an error.',
      script: prompts('fail 401 2', 'fail 529 0', 'budget'),
    });
    expect(settled).toMatchObject([
      { outcome: 'failed', failure: { class: 'auth', remedy: expect.stringContaining('/login') } },
      { outcome: 'failed', failure: { class: 'rate' } },
      { outcome: 'failed', failure: { class: 'limit', remedy: expect.stringContaining('max_budget_usd') } },
    ]);
    expect(settled.some((event) => 'answer' in event)).toBe(false);
    expect(ofType(events, 'notice').map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'retry: claude asks the model again in 1 s (attempt 1 of 2): its API answered 401',
      'retry: claude asks the model again in 1 s (attempt 2 of 2): its API answered 401',
    ]);
    expect(ofType(events, 'text').map(({ text }) => text)).toEqual(['That ', 'was ', 'much.']);
  });

  it('takes no result of something else for that of the prompt', async () => {
    await using claude = await wireClaude();
    const { settled, events } = await recordClaude(claude, {
      name: 'stream-other-result',
      note: 'The result of a task that ran in the background comes before that of the prompt.',
      script: prompts('late but whole'),
    });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'but whole' }]);
    expect(ofType(events, 'unknown')).toEqual([]);
  });

  it('hands over output that fits a schema, and pictures', async () => {
    await using claude = await wireClaude();
    const { settled } = await recordClaude(claude, {
      name: 'stream-schema-and-images',
      note: 'Output by a schema; then two pictures with a prompt.',
      options: { output_schema: { type: 'object' }, allowed_tools: 'Read,Grep', max_budget_usd: 0.5 },
      script: async (agent) => {
        await agent.event('ready');
        agent.prompt('json');
        await agent.event('ready');
        agent.prompt('count', [PNG, { ...PNG, mediaType: 'image/jpeg' }]);
        await agent.event('settled');
      },
    });
    expect(settled.map(({ answer }) => answer)).toEqual(['{"colour":"green","weight":3}', '2: image/png, image/jpeg']);
    const words = (await claude.runs()).at(-1)?.words;
    expect(words).toEqual(
      expect.arrayContaining(['--tools=Read,Grep', '--json-schema={"type":"object"}', '--max-budget-usd=0.5']),
    );
  });

  it('says why it ended, in the middle of an answer and before the handshake', async () => {
    await using claude = await wireClaude();
    const crashed = await recordClaude(claude, {
      name: 'stream-crash',
      note: 'claude ends with code 3 in the middle of an answer.',
      script: prompts('crash'),
    });
    expect(crashed.settled).toMatchObject([
      {
        failure: { class: 'agent', message: expect.stringContaining('code 3 and gave no result: Error: out of paper') },
      },
    ]);
    const root = await recordClaude(claude, {
      name: 'stream-root',
      note: 'As root claude refuses the mode that skips permissions.',
      env: { WIRE_CLAUDE_ROOT: '1' },
      script: async (agent) => void (await agent.event('settled')),
    });
    expect(root.settled).toMatchObject([
      { failure: { class: 'agent', remedy: expect.stringContaining('IS_SANDBOX=1') } },
    ]);
    const allowed = await recordClaude(claude, {
      name: 'stream-root-in-sandbox',
      note: 'As root in a sandbox it does not.',
      env: { WIRE_CLAUDE_ROOT: '1', IS_SANDBOX: '1' },
      script: prompts('say fine'),
    });
    expect(allowed.settled).toMatchObject([{ answer: 'fine' }]);
  });
});

describe('the print wire, on a program that speaks it', () => {
  it('takes one prompt from stdin under an id that was chosen before', async () => {
    await using claude = await wireClaude();
    const first = await recordClaude(claude, {
      name: 'print-plain',
      note: 'A plain prompt.',
      transport: 'print',
      presetSession: UNKNOWN,
      script: async (agent) => {
        await agent.event('session');
        await prompts('say - one\n  two ')(agent);
      },
    });
    expect(first.settled).toMatchObject([{ outcome: 'completed', answer: '- one\n  two ' }]);
    expect(first.sessionId).toBe(UNKNOWN);
    const again = await recordClaude(claude, {
      name: 'print-resume',
      note: 'Its session is continued.',
      transport: 'print',
      session: UNKNOWN,
      script: prompts('recall'),
    });
    expect(again.settled).toMatchObject([{ answer: 'say - one\n  two ' }]);
  });

  it('names tool calls that nobody could be asked about', async () => {
    await using claude = await wireClaude();
    const { settled, events } = await recordClaude(claude, {
      name: 'print-denied',
      note: 'A write that needs permission, where nobody can be asked.',
      transport: 'print',
      options: { approval_mode: 'default' },
      script: prompts('write note.txt hello'),
    });
    expect(settled).toMatchObject([{ outcome: 'completed' }]);
    expect(ofType(events, 'notice').map(({ text }) => text)).toEqual([
      'claude did not run tool calls that approval_mode "default" and its own rules did not permit: Write.',
    ]);
  });

  it('tells what ended it', async () => {
    await using claude = await wireClaude();
    const refused = await recordClaude(claude, {
      name: 'print-api-error',
      note: 'The API of the model refuses the key.',
      transport: 'print',
      script: prompts('fail 401 1'),
    });
    expect(refused.settled).toMatchObject([{ failure: { class: 'auth' } }]);
    const unknown = await recordClaude(claude, {
      name: 'print-session-unknown',
      note: 'A session that claude does not know.',
      transport: 'print',
      session: UNKNOWN,
      script: prompts('recall'),
    });
    expect(unknown.settled).toMatchObject([{ failure: { class: 'session-unknown' } }]);
    const crashed = await recordClaude(claude, {
      name: 'print-crash',
      note: 'claude ends with code 3 in the middle of an answer.',
      transport: 'print',
      script: prompts('crash'),
    });
    expect(crashed.settled).toMatchObject([{ failure: { class: 'agent' } }]);
  });
});
