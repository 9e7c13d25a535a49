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
});
