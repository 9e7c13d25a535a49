import {
  type AgentHome,
  createQwenHome,
  cut,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofType, prompts, recordQwen } from './record-qwen.js';

const NO_SESSION = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

describe('failures of the real qwen', () => {
  let model: ScriptedModel;
  let home: AgentHome;

  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createQwenHome({ model });
  });
  afterAll(async () => {
    await home.dispose();
    await model.close();
  });

  it('tells a refused key from an unknown model, and takes the next prompt', async () => {
    model.script('wrong key', [status(401, 'Incorrect API key provided: sk-live-abc123')]);
    model.script('wrong model', [status(404, 'The model fake-9 does not exist.')]);
    model.script('all is well', [text('Well.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-api-errors',
      note: 'The model answers 401, then 404, then well, in one process.',
      script: prompts('wrong key', 'wrong model', 'all is well'),
    });
    expect(settled.map(({ outcome, failure }) => [outcome, failure?.class])).toEqual([
      ['failed', 'auth'],
      ['failed', 'model'],
      ['completed', undefined],
    ]);
    expect(settled[0]).not.toHaveProperty('answer');
    expect(settled[0]?.failure?.message).toContain('401');
    expect(settled[0]?.failure?.message).not.toContain('sk-');
    expect(settled[0]?.failure?.remedy).toContain('log in');
    expect(ofType(events, 'usage').filter(({ scope }) => scope === 'prompt')).toHaveLength(1);
  });

  it('tells of a retry, and comes back', async () => {
    model.script('break off', [cut({ firstWords: 'Half of it' }), text('The whole of it.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-retry',
      note: 'The connection breaks off in the middle of an answer, and the next attempt succeeds.',
      script: prompts('break off'),
    });
    expect(ofType(events, 'notice').map(({ level }) => level)).toContain('retry');
    expect(settled).toMatchObject([{ outcome: 'completed' }]);
    expect(settled[0]?.answer).toContain('The whole of it.');
  });

  it.each([
    { name: 'stream-session-unknown', transport: 'stream' as const },
    { name: 'print-session-unknown', transport: 'print' as const },
  ])('names an unknown session on $transport', async ({ name, transport }) => {
    const { events, settled } = await recordQwen(home, {
      name,
      note: 'Asked to continue a session that does not exist.',
      transport,
      session: NO_SESSION,
      async script(agent) {
        if (transport === 'print') {
          await agent.event('ready');
          agent.prompt('go on');
        }
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
    if (transport === 'stream') expect(ofType(events, 'ready')).toEqual([]);
  });

  it.each([
    { name: 'stream-exit-53', args: ['--max-session-turns=1'], transport: 'stream' as const },
    { name: 'stream-exit-55', args: ['--max-tool-calls=0'], transport: 'stream' as const },
    { name: 'print-exit-53', args: ['--max-session-turns=1'], transport: 'print' as const },
  ])('names the budget that ended it without a result: $name', async ({ name, args, transport }) => {
    model.script('use it up', [
      tool('run_shell_command', { command: 'echo one', is_background: false }),
      tool('run_shell_command', { command: 'echo two', is_background: false }),
      text('never said'),
    ]);
    const { settled, transcript } = await recordQwen(home, {
      name,
      note: 'A budget of qwen ends the run; no result comes.',
      transport,
      args,
      script: prompts('use it up'),
    });
    expect(transcript.lines.at(-1)).toEqual({ exit: { code: name.endsWith('53') ? 53 : 55, signal: null } });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'limit' } }]);
    expect(settled[0]?.failure?.message).toMatch(/max|budget/i);
  });

  it.each(['stream', 'print'] as const)('says how to log in when there is no login, on %s', async (transport) => {
    await using bare = await createQwenHome({
      model,
      settings: { security: {}, modelProviders: {} },
      env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '', OPENAI_MODEL: '' },
    });
    const { settled } = await recordQwen(bare, {
      name: `${transport}-no-login`,
      note: 'No login and no key.',
      transport,
      async script(agent) {
        if (transport === 'print') {
          await agent.event('ready');
          agent.prompt('hello');
        }
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }]);
    expect(settled[0]?.failure?.remedy).toContain('log in');
  });
});
