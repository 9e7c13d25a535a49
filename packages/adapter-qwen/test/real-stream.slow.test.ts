import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  type ScriptedModel,
  startScriptedModel,
  text,
  tool,
  tools,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofType, prompts, recordQwen } from './record-qwen.js';

describe('stream, with the real qwen', () => {
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

  it('says the session before it is ready, the thoughts and the answer once, and takes a second prompt', async () => {
    model.script('count to three', [text('One, two, three.', { thinking: 'Easy.' })]);
    model.script('and four', [text('Four.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-plain',
      note: 'Two prompts with plain answers in one process, the first with thoughts.',
      options: { effort: 'high' },
      systemPromptAppend: 'Count "in words"\nand only that.',
      script: prompts('count to three', 'and four'),
    });
    expect(events.slice(0, 2).map((event) => event.type)).toEqual(['session', 'ready']);
    expect(ofType(events, 'text')).toEqual([
      { type: 'text', channel: 'thought', text: 'Easy.' },
      { type: 'text', channel: 'answer', text: 'One, two, three.' },
      { type: 'text', channel: 'answer', text: 'Four.' },
    ]);
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed', answer: 'One, two, three.' },
      { type: 'settled', outcome: 'completed', answer: 'Four.' },
    ]);
    expect(ofType(events, 'usage').filter(({ scope }) => scope === 'prompt')).toEqual([
      { type: 'usage', scope: 'prompt', input: 100, output: 5 },
      { type: 'usage', scope: 'prompt', input: 100, output: 5 },
    ]);
    expect(ofType(events, 'rounds').at(-1)).toEqual({ type: 'rounds', scope: 'prompt', count: 1 });
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: 'fake-1' }]);
    expect(ofType(events, 'unknown')).toEqual([]);
    expect(ofType(events, 'notice')).toEqual([]);
    const request = await model.waitForRequest('count to three');
    expect(JSON.stringify(request.body.messages).includes('Count \\"in words\\"\\nand only that.')).toBe(true);
    expect((request.body as { reasoning?: unknown }).reasoning).toEqual({ effort: 'high' });
  });

  it('reports tool calls, what they wrote, and figures of this prompt alone', async () => {
    const note = join(home.work, 'note.txt');
    model.script('write a note', [
      tools(
        [
          { name: 'write_file', arguments: { file_path: note, content: 'first\n' } },
          { name: 'run_shell_command', arguments: { command: 'exit 3', is_background: false } },
        ],
        { text: 'I write it.' },
      ),
      tools([
        { name: 'edit', arguments: { file_path: note, old_string: 'first', new_string: 'second' } },
        { name: 'edit', arguments: { file_path: join(home.work, 'absent.txt'), old_string: 'x', new_string: 'y' } },
        // A schedule would keep the prompt open for ever: the tool must not be there.
        { name: 'cron_create', arguments: { cron: '* * * * *', prompt: 'tick' } },
      ]),
      text('Written.'),
    ]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-tools',
      note: 'Five tool calls: a file is written and edited; a command, another edit and a schedule fail.',
      script: prompts('write a note'),
    });
    expect(await readFile(note, 'utf8')).toBe('second\n');
    const ended = ofType(events, 'tool').filter(({ phase }) => phase === 'end');
    expect(ended.map(({ name, ok }) => `${name} ${ok}`).sort()).toEqual([
      'cron_create false',
      'edit false',
      'edit true',
      'run_shell_command false',
      'write_file true',
    ]);
    expect(ofType(events, 'tool').filter(({ phase }) => phase === 'start')).toHaveLength(5);
    expect(ofType(events, 'file')).toEqual([
      { type: 'file', path: '/project/note.txt' },
      { type: 'file', path: '/project/note.txt' },
    ]);
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Written.' }]);
    expect(ofType(events, 'usage').at(-1)).toEqual({ type: 'usage', scope: 'prompt', input: 300, output: 15 });
    expect(ofType(events, 'rounds').at(-1)).toEqual({ type: 'rounds', scope: 'prompt', count: 3 });
  });

  it('counts the tokens of sub-agents, and marks their calls as nested', async () => {
    model.script('ask a helper', [
      tool('agent', {
        description: 'look',
        prompt: 'look around',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
      text('The helper has looked.'),
    ]);
    model.script('look around', [
      tool('write_file', { file_path: join(home.work, 'seen.txt'), content: 'x' }),
      text('Nothing to see.'),
    ]);
    model.script('leave a helper', [
      tool('agent', {
        description: 'wait',
        prompt: 'stay around',
        subagent_type: 'general-purpose',
        run_in_background: true,
      }),
      text('It is under way.'),
    ]);
    model.script('stay around', [text('Still here.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-sub-agents',
      note: 'A sub-agent that writes a file while the prompt waits for it, and one in the background.',
      script: prompts('ask a helper', 'leave a helper'),
    });
    const calls = ofType(events, 'tool').filter(({ phase }) => phase === 'start');
    expect(calls.map(({ name, nested }) => [name, nested === true])).toEqual([
      ['agent', false],
      ['write_file', true],
      ['agent', false],
    ]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/seen.txt' }]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    // Two requests each of the agent and of the helper; then at least two of the agent, one of the helper.
    const figures = ofType(events, 'usage').filter(({ scope }) => scope === 'prompt');
    expect(figures[0]).toEqual({ type: 'usage', scope: 'prompt', input: 400, output: 20 });
    expect(figures[1]?.input).toBeGreaterThanOrEqual(300);
  });

  it('follows /clear to the new session, and says when no model was asked', async () => {
    model.script('begin', [text('Begun.')]);
    model.script('begin anew', [text('Begun anew.')]);
    model.script('/not-a-command', [text('Just text.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-commands',
      note: 'Prompts that qwen takes for commands of its own, one of which starts a new session.',
      script: prompts('begin', '/clear', 'begin anew', '/help', '/not-a-command but text'),
    });
    expect(new Set(ofType(events, 'session').map(({ id }) => id)).size).toBe(2);
    const notices = ofType(events, 'notice').map(({ text: words }) => words);
    expect(notices).toHaveLength(2);
    expect(notices[0]).toContain('"/clear"');
    expect(notices[1]).toContain('"/help"');
    expect(settled.map(({ outcome }) => outcome)).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
      'completed',
    ]);
    expect(settled[4]?.answer).toBe('Just text.');
    const figures = ofType(events, 'usage').filter(({ scope }) => scope === 'prompt');
    expect(figures.map(({ input }) => input)).toEqual([100, 100, 100]);
  });

  it('continues a session in a new process, counts only the new prompt, and lists the models', async () => {
    model.script('remember seven', [text('Seven it is.')]);
    model.script('which number', [text('Seven.'), text('never')]);
    const first = await recordQwen(home, {
      name: 'stream-before-resume',
      note: 'A plain prompt; its session is continued elsewhere.',
      async script(agent) {
        await agent.event('session');
        await prompts('remember seven')(agent);
      },
    });
    const { events, settled } = await recordQwen(home, {
      name: 'stream-resume',
      note: 'Continues a session, then lists the models.',
      session: first.sessionId,
      async script(agent) {
        await prompts('which number')(agent);
        await agent.event('ready');
        agent.models();
        await agent.event('models');
      },
    });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Seven.' }]);
    expect(ofType(events, 'session')).toHaveLength(1);
    expect(ofType(events, 'session')[0]?.fresh).toBeUndefined();
    expect(ofType(events, 'usage')).toEqual([{ type: 'usage', scope: 'step', input: 100, output: 5 }]);
    expect(ofType(events, 'models')[0]?.models).toEqual([
      { id: 'fake-1', name: 'First scripted model', contextWindow: 150_000, current: true },
      { id: 'fake-2', name: 'Second scripted model', contextWindow: 80_000 },
    ]);
    const request = await model.waitForRequest('which number');
    expect(JSON.stringify(request.body.messages).includes('remember seven')).toBe(true);
  });

  it('lists the models of a process that was never prompted, with no request to any', async () => {
    const before = model.requests.length;
    const { events } = await recordQwen(home, {
      name: 'stream-models',
      note: 'Lists the models, and nothing else.',
      model: 'fake-2',
      async script(agent) {
        await agent.event('ready');
        agent.models();
        await agent.event('models');
      },
    });
    expect(ofType(events, 'models')[0]?.models.map(({ id, current }) => [id, current])).toEqual([
      ['fake-1', undefined],
      ['fake-2', undefined],
    ]);
    expect(model.requests.length).toBe(before);
  });

  it('passes text that could break the wire, and lives on', async () => {
    const awkward = 'say it: "quoted" \u2028\u2029 \u0000 \ud800 \u0085 \r\n --help\n- item';
    model.script('say it:', [text('Said.')]);
    model.script('again', [text('Again.')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-awkward-text',
      note: 'A prompt with line separators, a NUL, half a surrogate pair and line ends, then a plain one.',
      script: prompts(awkward, 'again'),
    });
    expect(settled.map(({ answer }) => answer)).toEqual(['Said.', 'Again.']);
    expect(ofType(events, 'notice')).toHaveLength(1);
    const request = await model.waitForRequest('say it:');
    expect(request.text.includes('"quoted" \u2028\u2029 \u0000')).toBe(true);
  });
});
