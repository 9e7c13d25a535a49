import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  type ScriptedModel,
  startScriptedModel,
  text,
  tool,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofType, recordQwen } from './record-qwen.js';

describe('approvals of the real qwen', () => {
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

  it('asks, does what was allowed, tells the model why it was denied, and takes a question back', async () => {
    const path = (name: string) => join(home.work, name);
    const write = (name: string) => tool('write_file', { file_path: path(name), content: name });
    model.script('may I', [write('allowed'), write('denied'), text('One of two.')]);
    model.script('and now', [write('withdrawn'), text('never said')]);
    const { events, settled } = await recordQwen(home, {
      name: 'stream-approvals',
      note: 'Mode "default": one write is allowed, one denied, and one is interrupted while it waits for an answer.',
      options: { approval_mode: 'default' },
      async script(agent) {
        await agent.event('ready');
        agent.prompt('may I');
        const first = await agent.event('approval');
        expect(existsSync(path('allowed'))).toBe(false);
        agent.answer(first.id, true, '');
        const second = await agent.event('approval');
        agent.answer(second.id, false, 'Not in this house.');
        await agent.event('ready');
        agent.prompt('and now');
        await agent.event('approval');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect([existsSync(path('allowed')), existsSync(path('denied')), existsSync(path('withdrawn'))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(ofType(events, 'approval').map(({ tool: name }) => name)).toEqual([
      'write_file',
      'write_file',
      'write_file',
    ]);
    expect(ofType(events, 'approval')[0]?.input).toEqual({ file_path: '/project/allowed', content: 'allowed' });
    expect(ofType(events, 'withdrawn')).toEqual([{ type: 'withdrawn', id: ofType(events, 'approval')[2]?.id }]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/allowed' }]);
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed', answer: 'One of two.' },
      { type: 'settled', outcome: 'interrupted' },
    ]);
    const told = model.requests.flatMap(({ toolResults }) => toolResults).map(String);
    expect(told.some((result) => result.includes('Not in this house.'))).toBe(true);
    const offered = JSON.stringify(model.requests[0]?.body.tools);
    expect(offered.includes('"name":"run_shell_command"')).toBe(true);
    expect(offered.includes('"name":"ask_user_question"')).toBe(false);
  });

  it('says that an untrusted folder made it fall back to asking', async () => {
    await using wary = await createQwenHome({
      model,
      settings: { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
    });
    model.script('be bold', [text('Bold.')]);
    const { events } = await recordQwen(wary, {
      name: 'stream-untrusted',
      note: 'Mode "yolo" in a folder that is not trusted: qwen runs in "default".',
      async script(agent) {
        await agent.event('ready');
        agent.prompt('be bold');
        await agent.event('settled');
      },
    });
    expect(ofType(events, 'notice').map(({ text: words }) => words)).toEqual([
      expect.stringContaining('runs in approval mode "default", not in "yolo"'),
    ]);
  });
});
