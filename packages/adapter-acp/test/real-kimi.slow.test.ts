import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createKimiHome,
  hold,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
  waitFor,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentRun, kimiAdapter, ofType, recordRun } from './record-run.js';

describe('the real kimi, by its profile', () => {
  let model: ScriptedModel;
  let home: AgentHome;

  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createKimiHome({ model });
  });
  afterAll(async () => {
    await home.dispose();
    await model.close();
  });

  const record = (run: Omit<AgentRun, 'adapter' | 'home' | 'executable'>) =>
    recordRun({ adapter: kimiAdapter, home, executable: { command: home.bin }, ...run });
  const path = (name: string) => join(home.work, name);

  it('answers, with its thoughts, and takes a second prompt and a picture', async () => {
    model.script('count to three', [text('One, two, three.', { thinking: 'Easy.' })]);
    model.script('and four', [text('Four.')]);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { events, settled } = await record({
      name: 'kimi-plain',
      note: 'Two prompts with plain answers in one process, the first with thoughts, the second with a picture.',
      async script(agent) {
        await agent.turn('count to three');
        await agent.turn('and four', [{ mediaType: 'image/png', data: pixel }]);
      },
    });
    expect(
      ofType(events, 'text')
        .map(({ channel, text: words }) => `${channel}: ${words}`)
        .join('\n'),
    ).toBe('thought: Easy.\nanswer: One, two, three.\nanswer: Four.');
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    // Unknown is not 0.
    expect(ofType(events, 'usage')).toEqual([]);
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: 'fake-1' }]);
    expect(ofType(events, 'unknown')).toEqual([]);
    const request = await model.waitForRequest('and four');
    expect(request.images).toHaveLength(1);
  });

  it('reports tool calls by name and input, and what they wrote', async () => {
    model.script('write a note', [
      tools(
        [
          { name: 'Write', arguments: { path: path('note.txt'), content: 'first\n' } },
          { name: 'Bash', arguments: { command: 'exit 3' } },
        ],
        { text: 'I write it.' },
      ),
      tools([
        { name: 'Edit', arguments: { path: path('note.txt'), old_string: 'first', new_string: 'second' } },
        { name: 'Read', arguments: { path: path('note.txt') } },
      ]),
      text('Written.'),
    ]);
    const { events, settled } = await record({
      name: 'kimi-tools',
      note: 'Four tool calls: a file is written, edited and read; a command fails.',
      script: (agent) => agent.turn('write a note'),
    });
    expect(await readFile(path('note.txt'), 'utf8')).toBe('second\n');
    const calls = ofType(events, 'tool');
    expect(
      calls
        .filter(({ phase }) => phase === 'end')
        .map(({ name, ok }) => `${name} ${ok}`)
        .sort(),
    ).toEqual(['Bash false', 'Edit true', 'Read true', 'Write true']);
    expect(calls.find(({ name, input }) => name === 'Bash' && input !== undefined)?.input).toEqual({
      command: 'exit 3',
    });
    expect(ofType(events, 'file')).toEqual([
      { type: 'file', path: '/project/note.txt' },
      { type: 'file', path: '/project/note.txt' },
    ]);
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
    expect(ofType(events, 'text').at(-1)).toEqual({ type: 'text', channel: 'answer', text: 'Written.' });
  });

  it('is interrupted before its session is open, in mid-stream, and in a command, and goes on', async () => {
    const held = hold({ firstWords: 'I begin with ' });
    model.script('stop at once', [text('never heard')]);
    model.script('talk on', [held]);
    const command = `python3 -c "open('${path('started')}','w');import time;time.sleep(300)"`;
    model.script('run long', [tool('Bash', { command }), text('never said')]);
    model.script('go on', [text('Went on.')]);
    const { events, settled } = await record({
      name: 'kimi-interrupt',
      note: 'Interrupted before the session is open, in mid-stream, and in a command; then a prompt that completes.',
      async script(agent) {
        agent.prompt('stop at once');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('talk on');
        await agent.event('text');
        agent.interrupt();
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('run long');
        await waitFor(() => existsSync(path('started')), { what: 'the command to run', timeoutMs: 100_000 });
        agent.interrupt();
        await agent.event('settled');
        await agent.turn('go on');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'interrupted', 'completed']);
    expect(
      ofType(events, 'text')
        .map(({ text: words }) => words)
        .join(''),
    ).toBe('I begin with Went on.');
    expect(model.requests.some(({ text: words }) => words.includes('stop at once'))).toBe(false);
    held.release();
  });

  it('asks, does what was allowed and not what was denied, and goes on; a stop takes a question back', async () => {
    const write = (name: string) => tool('Write', { path: path(name), content: name });
    model.script('may I', [write('allowed'), write('denied'), text('One of two.')]);
    model.script('and now', [write('withdrawn'), text('never said')]);
    const { events, settled } = await record({
      name: 'kimi-approvals',
      note: 'Mode "default": one write is allowed, one denied, and one is interrupted while it waits for an answer.',
      options: { mode: 'default' },
      async script(agent) {
        agent.prompt('may I');
        const first = await agent.event('approval');
        expect(existsSync(path('allowed'))).toBe(false);
        agent.answer(first.id, true, '');
        const second = await agent.event('approval');
        agent.answer(second.id, false, 'Not in this house.');
        await agent.event('settled');
        agent.prompt('and now');
        await agent.event('approval');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(['allowed', 'denied', 'withdrawn'].map((name) => existsSync(path(name)))).toEqual([true, false, false]);
    expect(ofType(events, 'approval')).toMatchObject([
      { tool: 'Write', input: { path: '/project/allowed', content: 'allowed' } },
      { tool: 'Write', input: { path: '/project/denied', content: 'denied' } },
      { tool: 'Write' },
    ]);
    expect(ofType(events, 'withdrawn')).toHaveLength(1);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/allowed' }]);
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed' },
      { type: 'settled', outcome: 'interrupted' },
    ]);
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('writes in a git work tree without asking, in mode default too, as its description says', async () => {
    expect(kimiAdapter.texts.danger).toContain('in a git work tree it writes files without asking');
    model.script('in a tree', [tool('Write', { path: path('tracked'), content: 'unasked' }), text('Done.')]);
    await mkdir(path('.git'));
    try {
      const { events, settled } = await record({
        name: 'kimi-git',
        note: 'Mode "default" in a git work tree: nothing is asked.',
        options: { mode: 'default' },
        script: (agent) => agent.turn('in a tree'),
      });
      expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
      expect(ofType(events, 'approval')).toEqual([]);
      expect(await readFile(path('tracked'), 'utf8')).toBe('unasked');
    } finally {
      await rmdir(path('.git'));
    }
  });

  it('continues a session in another process, and lists its models', async () => {
    model.script('remember seven', [text('Seven it is.')]);
    model.script('which number', [text('Seven.')]);
    const first = await record({
      name: 'kimi-before-resume',
      note: 'A plain prompt; its session is continued elsewhere.',
      async script(agent) {
        agent.prompt('remember seven');
        await agent.event('session');
        await agent.event('settled');
      },
    });
    const config = () => readFile(join(home.home, '.kimi-code', 'config.toml'), 'utf8');
    const before = await config();
    const { events, settled } = await record({
      name: 'kimi-resume',
      note: 'Continues a session with another model, then lists the models.',
      session: first.sessionId,
      model: 'fake-2',
      async script(agent) {
        await agent.turn('which number');
        agent.models();
        await agent.event('models');
      },
    });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
    expect(ofType(events, 'text')).toEqual([{ type: 'text', channel: 'answer', text: 'Seven.' }]);
    expect(ofType(events, 'models')[0]?.models).toEqual([
      { id: 'fake-1', name: 'First scripted model', current: true },
      { id: 'fake-2', name: 'Second scripted model' },
    ]);
    const request = await model.waitForRequest('which number');
    expect(request.body.model).toBe('fake-2');
    expect(await config()).toBe(before);
    expect(JSON.stringify(request.body.messages).includes('remember seven')).toBe(true);
  });

  it('names a refused key, a session and a model that it does not know, and takes the next prompt', async () => {
    model.script('wrong key', [status(401, 'Incorrect API key provided: sk-live-abc123')]);
    model.script('all is well', [text('Well.')]);
    const refused = await record({
      name: 'kimi-refused',
      note: 'The model answers 401, then well, in one process.',
      async script(agent) {
        await agent.turn('wrong key');
        await agent.turn('all is well');
      },
    });
    expect(refused.settled.map(({ outcome, failure }) => [outcome, failure?.class])).toEqual([
      ['failed', 'auth'],
      ['completed', undefined],
    ]);
    expect(refused.settled[0]?.failure?.remedy).toContain('kimi login');
    expect(JSON.stringify(refused.settled)).not.toContain('sk-live');

    const unknown = await record({
      name: 'kimi-session-unknown',
      note: 'Asked to continue a session that does not exist.',
      session: 'session_0927adc5-a840-4b68-93ca-5ca344c9fafb',
      async script(agent) {
        await agent.turn('go on');
      },
    });
    expect(unknown.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);

    const noModel = await record({
      name: 'kimi-model-unknown',
      note: 'Asked for a model that is not configured.',
      model: 'nobody-1',
      async script(agent) {
        await agent.turn('hello');
      },
    });
    expect(noModel.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'model' } }]);
    expect(noModel.settled[0]?.failure?.remedy).toContain('fake-1, fake-2');
  });
});
