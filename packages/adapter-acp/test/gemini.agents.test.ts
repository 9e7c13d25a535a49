import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedProgram, type ScriptedModel, startScriptedModel, waitFor } from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeminiHome, type GeminiHome } from './gemini-home.js';
import { type AgentRun, geminiAdapter, ofType, recordRun } from './record-run.js';

/** A model of its own name: with `auto` gemini asks another model first which one to ask. */
const MODEL = 'gemini-2.5-flash';

describe('the real gemini, by its profile', () => {
  let model: ScriptedModel;
  let home: GeminiHome;

  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createGeminiHome(model.url);
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    await model.close();
  });

  const record = (run: Omit<AgentRun, 'adapter' | 'home' | 'executable' | 'model'>) =>
    recordRun({
      adapter: geminiAdapter,
      home,
      executable: { command: process.execPath, args: [installedProgram('@google/gemini-cli', 'gemini')] },
      model: MODEL,
      ...run,
    });
  const path = (name: string) => join(home.work, name);
  const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };

  /** What the model says to a prompt: a tool call first, where there is one. */
  function script(userMessage: string, content: string, call?: { readonly name: string; readonly arguments: object }) {
    const toolCalls = call && [{ name: call.name, arguments: JSON.stringify(call.arguments) }];
    if (toolCalls) model.fixtures.push({ match: { userMessage, hasToolResult: false }, response: { toolCalls } });
    model.fixtures.push({ match: { userMessage }, response: { content, usage } });
  }

  it('answers, runs a tool, and tells its tokens', async () => {
    script('say hello', 'Hi there.');
    script('write a note', 'Written.', {
      name: 'write_file',
      arguments: { file_path: path('note.txt'), content: 'x\n' },
    });
    const { events, settled } = await record({
      name: 'gemini-plain',
      note: 'A plain answer, then a file that is written.',
      async script(agent) {
        await agent.turn('say hello');
        await agent.turn('write a note');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    expect(existsSync(path('note.txt'))).toBe(true);
    expect(
      ofType(events, 'text')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Hi there.Written.');
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/note.txt' }]);
    expect(ofType(events, 'tool').map(({ phase, name }) => `${phase} ${name}`)).toEqual(['start edit', 'end edit']);
    expect(ofType(events, 'usage')[0]).toEqual({ type: 'usage', scope: 'prompt', input: 100, output: 5 });
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: MODEL }]);
    expect(ofType(events, 'unknown')).toEqual([]);
  });

  it('is interrupted before its session is open and in a command, and goes on', async () => {
    const command = `python3 -c "open('${path('started')}','w');import time;time.sleep(300)"`;
    script('stop at once', 'never heard');
    script('run long', 'never said', { name: 'run_shell_command', arguments: { command, description: 'wait' } });
    script('go on', 'Went on.');
    const { events, settled } = await record({
      name: 'gemini-interrupt',
      note: 'Interrupted before the session is open and in a command; then a prompt that completes.',
      async script(agent) {
        agent.prompt('stop at once');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('run long');
        await waitFor(() => existsSync(path('started')), { what: 'the command to run', timeoutMs: 100_000 });
        agent.interrupt();
        await agent.event('settled');
        await agent.turn('go on');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'completed']);
    expect(ofType(events, 'text').at(-1)?.text).toBe('Went on.');
  });

  it('asks, does what was allowed and not what was denied', async () => {
    const write = (name: string) => ({ name: 'write_file', arguments: { file_path: path(name), content: 'x\n' } });
    script('may I', 'Thanks.', write('allowed'));
    script('and this', 'Then not.', write('denied'));
    const { events, settled } = await record({
      name: 'gemini-approvals',
      note: 'Mode "default": one write is allowed and one denied.',
      options: { mode: 'default' },
      async script(agent) {
        agent.prompt('may I');
        const first = await agent.event('approval');
        expect(existsSync(path('allowed'))).toBe(false);
        agent.answer(first.id, true, '');
        await agent.event('settled');
        agent.prompt('and this');
        const second = await agent.event('approval');
        agent.answer(second.id, false, '');
        await agent.event('settled');
      },
    });
    expect(['allowed', 'denied'].map((name) => existsSync(path(name)))).toEqual([true, false]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/allowed' }]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });

  it('continues a session in another process when its minute is over, its history kept quiet, and lists its models', async () => {
    script('remember seven', 'Seven it is.');
    script('which number', 'Seven.');
    const first = await record({
      name: 'gemini-before-load',
      note: 'A plain prompt; its session is continued elsewhere.',
      async script(agent) {
        agent.prompt('remember seven');
        await agent.event('session');
        await agent.event('settled');
      },
    });
    const from = geminiAdapter.resumableFrom?.(Date.now()) ?? 0;
    await waitFor(() => Date.now() >= from, { what: 'the next minute', timeoutMs: 70_000 });
    const { events, settled } = await record({
      name: 'gemini-load',
      note: 'Loads a session, then lists the models.',
      session: first.sessionId,
      async script(agent) {
        await agent.turn('which number');
        agent.models();
        await agent.event('models');
      },
    });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed' }]);
    expect(ofType(events, 'text')).toEqual([{ type: 'text', channel: 'answer', text: 'Seven.' }]);
    expect(ofType(events, 'models')[0]?.models.length).toBeGreaterThan(2);
  });

  it('names a refused key and a session that it does not know', async () => {
    model.fixtures.push({
      match: { userMessage: 'wrong key' },
      response: { error: { message: 'API key not valid.', type: 'UNAUTHENTICATED' }, status: 401 },
    });
    const refused = await record({
      name: 'gemini-refused',
      note: 'The model answers 401.',
      script: (agent) => agent.turn('wrong key'),
    });
    expect(refused.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }]);
    expect(refused.settled[0]?.failure?.message).toContain('API key not valid');
    expect(refused.settled[0]?.failure?.remedy).toContain('GEMINI_API_KEY');

    const unknown = await record({
      name: 'gemini-session-unknown',
      note: 'Asked to continue a session that does not exist.',
      session: '0927adc5-a840-4b68-93ca-5ca344c9fafb',
      script: (agent) => agent.turn('go on'),
    });
    expect(unknown.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
  });
});
