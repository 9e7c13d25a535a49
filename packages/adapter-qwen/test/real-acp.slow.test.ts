import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  hold,
  type ScriptedModel,
  startScriptedModel,
  text,
  tool,
  tools,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAcp } from './record-acp.js';
import { ofType } from './record-qwen.js';

describe('acp, with the real qwen', () => {
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

  it('says the session with the prompt, the thoughts and the answer once, and takes a second prompt', async () => {
    model.script('count to three', [text('One, two, three.', { thinking: 'Easy.' })]);
    model.script('and four', [text('Four.')]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-plain',
      note: 'Two prompts with plain answers in one process, the first with thoughts.',
      options: { effort: 'high' },
      systemPromptAppend: 'Count "in words"\nand only that.',
      async script(agent) {
        await agent.turn('count to three');
        await agent.turn('and four');
      },
    });
    expect(events.slice(0, 3).map((event) => event.type)).toEqual(['ready', 'session', 'model']);
    expect(ofType(events, 'text')).toEqual([
      { type: 'text', channel: 'thought', text: 'Easy.' },
      { type: 'text', channel: 'answer', text: 'One, two, three.' },
      { type: 'text', channel: 'answer', text: 'Four.' },
    ]);
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed' },
      { type: 'settled', outcome: 'completed' },
    ]);
    expect(ofType(events, 'usage')).toEqual([
      { type: 'usage', scope: 'step', input: 100, output: 5 },
      { type: 'usage', scope: 'step', input: 100, output: 5 },
    ]);
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: 'fake-1' }]);
    expect(ofType(events, 'unknown')).toEqual([]);
    expect(ofType(events, 'notice')).toEqual([]);
    const request = await model.waitForRequest('count to three');
    expect(JSON.stringify(request.body.messages).includes('Count \\"in words\\"\\nand only that.')).toBe(true);
    expect((request.body as { reasoning?: unknown }).reasoning).toEqual({ effort: 'high' });
  });

  it('reports tool calls with their late input, what they wrote, and the figures', async () => {
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
        { name: 'read_file', arguments: { file_path: note } },
      ]),
      text('Written.'),
    ]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-tools',
      note: 'Five tool calls: a file is written, edited and read; a command and another edit fail.',
      script: (agent) => agent.turn('write a note'),
    });
    expect(await readFile(note, 'utf8')).toBe('second\n');
    const calls = ofType(events, 'tool');
    expect(calls.filter(({ phase }) => phase === 'start')).toHaveLength(5);
    expect(calls.find(({ input }) => input !== undefined)?.input).toEqual({
      file_path: '/project/note.txt',
      content: 'first\n',
    });
    expect(
      calls
        .filter(({ phase }) => phase === 'end')
        .map(({ name, ok }) => `${name} ${ok}`)
        .sort(),
    ).toEqual(['edit false', 'edit true', 'read_file true', 'run_shell_command false', 'write_file true']);
    expect(ofType(events, 'file')).toEqual([
      { type: 'file', path: '/project/note.txt' },
      { type: 'file', path: '/project/note.txt' },
    ]);
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
    expect(ofType(events, 'text').at(-1)).toEqual({ type: 'text', channel: 'answer', text: 'Written.' });
    expect(ofType(events, 'usage')).toHaveLength(3);
    expect(ofType(events, 'rounds')).toHaveLength(3);
  });

  it('steers a running prompt between its tools, and misses when no tool comes', async () => {
    model.script('long way', [
      tool('run_shell_command', { command: 'echo one', is_background: false }),
      (request) =>
        text(`Heard: ${/User message[^:]*: (.*)/.exec(JSON.stringify(request.body.messages))?.[1]?.slice(0, 30)}`),
    ]);
    const held = hold({ firstWords: 'I only ', rest: 'talk.' });
    model.script('only talk', [held]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-steer',
      note: 'A message that reaches the model after a tool, and one that comes when no tool follows.',
      async script(agent) {
        agent.prompt('long way');
        agent.steer('s1', 'turn left');
        await agent.event('settled');
        agent.prompt('only talk');
        await agent.event('text');
        agent.steer('s2', 'too late');
        held.release();
        await agent.event('settled');
      },
    });
    const fates = ofType(events, 'steer').map(({ reference, state }) => `${reference} ${state}`);
    expect(fates).toEqual(['s1 accepted', 's1 delivered', 's2 missed']);
    const delivered = events.findIndex((event) => event.type === 'steer' && event.state === 'delivered');
    const answer = events.findIndex((event) => event.type === 'text' && event.text.startsWith('Heard'));
    expect(delivered).toBeGreaterThan(-1);
    expect(answer).toBeGreaterThan(delivered);
    expect(JSON.stringify(events[answer])).toContain('turn left');
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });

  it('waits for sub-agents in the background, and marks the calls of those in the foreground', async () => {
    const agentCall = (prompt: string, background?: boolean) =>
      tool('agent', {
        description: 'help',
        prompt,
        subagent_type: 'general-purpose',
        ...(background === undefined ? {} : { run_in_background: background }),
      });
    model.script('leave a helper', [agentCall('stay around'), text('It is under way.')]);
    const held = hold({ firstWords: 'Still ', rest: 'here.' });
    model.script('stay around', [held]);
    model.script('task-notification', [text('The helper is back.')]);
    model.script('ask a helper', [agentCall('look around', false), text('The helper has looked.')]);
    model.script('look around', [
      tool('write_file', { file_path: join(home.work, 'seen.txt'), content: 'x' }),
      text('Nothing to see.'),
    ]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-sub-agents',
      note: 'A sub-agent in the background, on which the prompt does not wait, and one in the foreground.',
      async script(agent) {
        agent.prompt('leave a helper');
        await agent.event('text', (event) => event.text.includes('under way'));
        await held.started;
        held.release();
        await agent.event('settled');
        await agent.turn('ask a helper');
      },
    });
    const said = ofType(events, 'text').map(({ text: words }) => words);
    expect(said.join('')).toBe('It is under way.\n\nThe helper is back.The helper has looked.');
    // The requests of a sub-agent are told only when it works in the foreground.
    expect(ofType(events, 'usage')).toHaveLength(3 + 4);
    expect(ofType(events, 'rounds')).toHaveLength(3 + 2);
    const calls = ofType(events, 'tool').filter(({ phase }) => phase === 'start');
    expect(calls.map(({ name, nested }) => [name, nested === true])).toEqual([
      ['agent', false],
      ['agent', false],
      ['write_file', true],
    ]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/seen.txt' }]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });

  it('says when no model was asked', async () => {
    model.script('begin anew', [text('Begun anew.')]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-commands',
      note: 'Prompts that qwen takes for commands of its own.',
      async script(agent) {
        await agent.turn('/stats');
        await agent.turn('/clear');
        await agent.turn('begin anew');
      },
    });
    const notices = ofType(events, 'notice').map(({ text: words }) => words);
    expect(notices).toHaveLength(2);
    expect(notices[0]).toContain('own commands');
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'completed']);
  });

  it('continues a session in a process that was started for none, and lists the models', async () => {
    model.script('remember seven', [text('Seven it is.')]);
    model.script('which number', [text('Seven.')]);
    const first = await recordAcp(home, {
      name: 'acp-before-resume',
      note: 'A plain prompt; its session is continued elsewhere.',
      async script(agent) {
        await agent.begin('remember seven');
        await agent.event('settled');
      },
    });
    const { events, settled, sessionId } = await recordAcp(home, {
      name: 'acp-resume',
      note: 'Continues a session, then lists the models.',
      session: first.sessionId,
      async script(agent) {
        await agent.begin('which number');
        await agent.event('settled');
        agent.models();
        await agent.event('models');
      },
    });
    expect(sessionId).toBe(first.sessionId);
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
    expect(ofType(events, 'text')).toEqual([{ type: 'text', channel: 'answer', text: 'Seven.' }]);
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
    const { events } = await recordAcp(home, {
      name: 'acp-models',
      note: 'Lists the models, and nothing else.',
      async script(agent) {
        agent.models();
        await agent.event('models');
      },
    });
    expect(ofType(events, 'models')[0]?.models.map(({ id }) => id)).toEqual(['fake-1', 'fake-2']);
    expect(model.requests.length).toBe(before);
  });

  it('uses the model, the effort and the mode of the call, and leaves the settings as they were', async () => {
    const settings = () => readFile(join(home.home, '.qwen', 'settings.json'), 'utf8');
    const before = await settings();
    model.script('be the second', [text('I am.')]);
    const { events } = await recordAcp(home, {
      name: 'acp-values',
      note: 'A model, an effort and a mode that are not the defaults.',
      model: 'fake-2',
      options: { approval_mode: 'plan', effort: 'low' },
      script: (agent) => agent.turn('be the second'),
    });
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: 'fake-2' }]);
    const request = await model.waitForRequest('be the second');
    expect(request.body.model).toBe('fake-2');
    expect((request.body as { reasoning?: unknown }).reasoning).toEqual({ effort: 'low' });
    expect(JSON.stringify(request.body.messages)).toContain('lan mode');
    expect(await settings()).toBe(before);
  });

  it('passes pictures, and text that could break the wire', async () => {
    const awkward = 'say it: "quoted" \u2028\u2029 \u0000 \ud800 \u0085 \r\n --help\n- item';
    model.script('say it:', [text('Said.')]);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { settled } = await recordAcp(home, {
      name: 'acp-awkward-text',
      note: 'A prompt with a picture, line separators, a NUL, half a surrogate pair and line ends.',
      script: (agent) => agent.turn(awkward, [{ mediaType: 'image/png', data: pixel }]),
    });
    expect(settled).toMatchObject([{ outcome: 'completed' }]);
    const request = await model.waitForRequest('say it:');
    expect(request.text.includes('"quoted" \u2028\u2029 \u0000')).toBe(true);
  });

  it('asks the model for nothing but what the prompts ask', async () => {
    const asked = model.requests.filter(({ text: words }) => words.includes('SUGGESTION MODE'));
    expect(asked).toEqual([]);
  });
});
