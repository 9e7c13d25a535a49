import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  hang,
  hold,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  waitFor,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAcp } from './record-acp.js';
import { ofType } from './record-qwen.js';

describe('stopping the real qwen over acp', () => {
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

  it('interrupts before the session is open, in mid-stream, and in a command, and the process goes on', async () => {
    const mark = join(home.work, 'started');
    const held = hold({ firstWords: 'I begin with ' });
    model.script('stop at once', [text('never heard')]);
    model.script('talk on', [held]);
    model.script('run long', [
      tool('run_shell_command', {
        command: `python3 -c "open('${mark}','w');import time;time.sleep(300)"`,
        is_background: false,
      }),
      text('never said'),
    ]);
    model.script('go on', [text('Went on.')]);
    const { events, settled, sent } = await recordAcp(home, {
      name: 'acp-interrupt',
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
        await waitFor(() => existsSync(mark), { what: 'the command to run', timeoutMs: 100_000 });
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('stop at once');
        agent.interrupt();
        await agent.event('settled');
        await agent.turn('go on');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
      'interrupted',
      'completed',
    ]);
    // A session that no prompt has reached is none.
    expect(events.findIndex(({ type }) => type === 'session')).toBeGreaterThan(
      events.findIndex(({ type }) => type === 'settled'),
    );
    expect(sent.filter((line) => line.includes('session/new'))).toHaveLength(1);
    expect(
      ofType(events, 'text')
        .map(({ text: words }) => words)
        .join(''),
    ).toBe('I begin with Went on.');
    expect(ofType(events, 'tool').filter(({ phase }) => phase === 'end')).toMatchObject([{ ok: false }]);
    expect(model.requests.some(({ text: words }) => words === 'stop at once')).toBe(false);
    held.release();
  });

  it('interrupts a model that says nothing, and one that fails again and again', async () => {
    model.script('never answers', [hang()]);
    model.script('is broken', [status(500, 'broken')]);
    const { settled } = await recordAcp(home, {
      name: 'acp-interrupt-silence',
      note: 'Interrupted while the model says nothing, and while qwen tries a failing one again.',
      async script(agent) {
        agent.prompt('never answers');
        await model.waitForRequest('never answers');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('is broken');
        await model.waitForRequest('is broken');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted']);
  });

  it('interrupts while a question waits, and while only a sub-agent works', async () => {
    const held = hold({ firstWords: 'Still ', rest: 'here.' });
    model.script('leave a helper', [
      tool('agent', { description: 'help', prompt: 'stay around', subagent_type: 'general-purpose' }),
      text('It is under way.'),
    ]);
    model.script('stay around', [held]);
    model.script('may I', [
      tool('write_file', { file_path: join(home.work, 'withdrawn'), content: 'x' }),
      text('never'),
    ]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-interrupt-waiting',
      note: 'Interrupted while a question waits, then while a sub-agent works that the prompt has left behind.',
      options: { approval_mode: 'default' },
      async script(agent) {
        agent.prompt('may I');
        await agent.event('approval');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('leave a helper');
        agent.answer((await agent.event('approval')).id, true, '');
        await agent.event('text', (event) => event.text.includes('under way'));
        await held.started;
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(existsSync(join(home.work, 'withdrawn'))).toBe(false);
    expect(ofType(events, 'withdrawn')).toHaveLength(1);
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted']);
    // Nothing may be asked of a process that still works on what was stopped.
    expect(events.at(-1)?.type).toBe('settled');
    held.release();
  });

  it('names an exit that nobody asked for', async () => {
    model.script('end yourself', [
      tool('run_shell_command', { command: 'kill -KILL $PPID; sleep 60', is_background: false }),
    ]);
    const { settled } = await recordAcp(home, {
      name: 'acp-killed',
      note: 'qwen is killed in the middle of a command.',
      async script(agent) {
        agent.prompt('end yourself');
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }]);
    expect(settled[0]?.failure?.message).toMatch(/^qwen ended with (signal|code)/);
  });
});
