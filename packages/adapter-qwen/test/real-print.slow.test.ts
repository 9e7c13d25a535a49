import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofType, prompts, recordQwen } from './record-qwen.js';

const PRESET = '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10';

describe('print, with the real qwen', () => {
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

  it('begins the session that it was given, in one prompt of several lines, and continues it', async () => {
    const prompt = '--help me\nwith "this" and that\n\n- an item';
    model.script('--help me', [
      tool('write_file', { file_path: join(home.work, 'p.txt'), content: 'x' }),
      text('Helped.'),
    ]);
    model.script('once more', [text('Again.')]);
    const first = await recordQwen(home, {
      name: 'print-tools',
      note: 'A prompt of several lines that begins like a flag; a file is written.',
      transport: 'print',
      presetSession: PRESET,
      systemPromptAppend: 'Be print.',
      script: prompts(prompt),
    });
    expect(first.events.slice(0, 2).map(({ type }) => type)).toEqual(['session', 'ready']);
    expect(ofType(first.events, 'session')).toHaveLength(1);
    expect(first.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Helped.' }]);
    expect(ofType(first.events, 'text').map(({ text: words }) => words)).toEqual(['Helped.']);
    expect(ofType(first.events, 'file')).toEqual([{ type: 'file', path: '/project/p.txt' }]);
    expect(ofType(first.events, 'usage').at(-1)).toEqual({ type: 'usage', scope: 'prompt', input: 200, output: 10 });
    expect(ofType(first.events, 'ready')).toHaveLength(1);
    const request = await model.waitForRequest('--help me');
    expect(request.text.trim()).toBe(prompt);
    expect(JSON.stringify(request.body.messages).includes('Be print.')).toBe(true);

    const second = await recordQwen(home, {
      name: 'print-resume',
      note: 'Continues a session.',
      transport: 'print',
      session: PRESET,
      script: prompts('once more'),
    });
    expect(second.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Again.' }]);
    expect(ofType(second.events, 'usage')).toEqual([{ type: 'usage', scope: 'step', input: 100, output: 5 }]);
    const later = await model.waitForRequest('once more');
    expect(JSON.stringify(later.body.messages).includes('--help me')).toBe(true);
  });

  it('runs nothing that would need asking, and the report will say so', async () => {
    model.script('try it', [
      tool('run_shell_command', { command: 'touch ran', is_background: false }),
      text('I could not.'),
    ]);
    const { events, settled } = await recordQwen(home, {
      name: 'print-denied',
      note: 'Mode "default": a command is called that nobody can be asked about.',
      transport: 'print',
      options: { approval_mode: 'default' },
      script: prompts('try it'),
    });
    expect(ofType(events, 'tool').at(-1)).toMatchObject({ phase: 'end', ok: false });
    expect(ofType(events, 'notice').map(({ level, text: words }) => [level, words])).toEqual([
      ['warning', 'qwen did not run tool calls that approval mode "default" did not permit: run_shell_command.'],
    ]);
    expect(settled).toMatchObject([{ outcome: 'completed', answer: 'I could not.' }]);
  });

  it('fails once when the model refuses', async () => {
    model.script('refused', [status(403, 'No access to this model.')]);
    const { settled, transcript } = await recordQwen(home, {
      name: 'print-api-error',
      note: 'The model answers 403.',
      transport: 'print',
      script: prompts('refused'),
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }]);
    expect(transcript.lines.at(-1)).toEqual({ exit: { code: 1, signal: null } });
  });
});
