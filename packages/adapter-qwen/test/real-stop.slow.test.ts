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
import { ofType, recordQwen } from './record-qwen.js';

describe('stopping the real qwen', () => {
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

  it('interrupts in mid-stream, in a command, and before qwen has begun, and the session goes on', async () => {
    const mark = join(home.work, 'started');
    const held = hold({ firstWords: 'I begin with ' });
    model.script('talk on', [held]);
    model.script('run long', [
      tool('run_shell_command', {
        command: `python3 -c "open('${mark}','w');import time;time.sleep(300)"`,
        is_background: false,
      }),
      text('never said'),
    ]);
    model.script('stop at once', [text('never heard')]);
    model.script('go on', [text('Went on.')]);
    const before = model.requests.length;
    const { events, settled, sent } = await recordQwen(home, {
      name: 'stream-interrupt',
      note: 'Interrupted in mid-stream, in a command, and before qwen has begun; then a prompt that completes.',
      async script(agent) {
        await agent.event('ready');
        agent.prompt('talk on');
        await agent.event('text');
        agent.interrupt();
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('run long');
        await waitFor(() => existsSync(mark), { what: 'the command to run', timeoutMs: 100_000 });
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('stop at once');
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('go on');
        await agent.event('settled');
      },
    });
    expect(settled).toEqual([
      { type: 'settled', outcome: 'interrupted' },
      { type: 'settled', outcome: 'interrupted' },
      { type: 'settled', outcome: 'interrupted' },
      { type: 'settled', outcome: 'completed', answer: 'Went on.' },
    ]);
    expect(sent.filter((line) => line.includes('"interrupt"'))).toHaveLength(3);
    const said = ofType(events, 'text').map(({ text: words }) => words);
    expect(said.join('')).toBe('I begin with Went on.');
    expect(ofType(events, 'tool').filter(({ phase }) => phase === 'end')).toMatchObject([{ ok: false }]);
    expect(model.requests.slice(before).some(({ text: words }) => words === 'stop at once')).toBe(false);
    held.release();
  });

  it('interrupts a model that says nothing, and one that fails again and again', async () => {
    model.script('never answers', [hang()]);
    model.script('is broken', [status(500, 'broken')]);
    const { settled } = await recordQwen(home, {
      name: 'stream-interrupt-silence',
      note: 'Interrupted while the model says nothing, and while qwen tries a failing one again.',
      async script(agent) {
        await agent.event('ready');
        agent.prompt('never answers');
        await model.waitForRequest('never answers');
        agent.interrupt();
        await agent.event('ready');
        agent.prompt('is broken');
        await model.waitForRequest('is broken');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted']);
  });

  it('says so when a signal from outside stopped it', async () => {
    model.script('end yourself', [
      tool('run_shell_command', { command: 'kill -TERM $PPID; sleep 60', is_background: false }),
    ]);
    const { settled, transcript } = await recordQwen(home, {
      name: 'stream-signal',
      note: 'A signal from outside ends qwen in the middle of a command.',
      async script(agent) {
        await agent.event('ready');
        agent.prompt('end yourself');
        await agent.event('settled');
      },
    });
    expect(transcript.lines.at(-1)).toEqual({ exit: { code: 130, signal: null } });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }]);
    expect(settled[0]?.failure?.message).toContain('signal');
  });
});
