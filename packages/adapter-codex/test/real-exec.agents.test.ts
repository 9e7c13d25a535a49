import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentHome,
  createCodexHome,
  hold,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodexRun, ofType, recordRun } from './record-codex.js';

describe('the real codex exec', () => {
  let model: ScriptedModel;
  let home: AgentHome;

  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createCodexHome({ model });
  });
  afterAll(async () => {
    await home.dispose();
    await model.close();
  });

  const record = (run: Omit<CodexRun, 'home' | 'transport'>) => recordRun({ home, transport: 'exec', ...run });

  it('answers to the prompt as it was written, and is continued in another process', async () => {
    const prompt = '  --help me with "this"\n\u2028and that\n\n';
    model.script('--help me', [text('I help.', { thinking: 'With what?' })]);
    model.script('go on', [text('{"done":true}')]);
    const first = await record({
      name: 'exec-plain',
      note: 'A prompt that looks like a flag, with blanks at both ends and a line separator (U+2028) in it.',
      async script(agent) {
        agent.prompt(prompt);
        await agent.event('session');
        await agent.event('settled');
      },
    });
    expect(first.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'I help.' }]);
    expect(ofType(first.events, 'usage')).toEqual([{ type: 'usage', scope: 'total', input: 100, output: 5 }]);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(JSON.stringify(prompt).slice(1, -1));
    const schema = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] };
    const second = await record({
      name: 'exec-resume',
      note: 'Continues a session, with a model, an effort and a schema for the answer.',
      session: first.sessionId,
      model: 'fake-2',
      options: { effort: 'high', output_schema: JSON.stringify({ ...schema, additionalProperties: false }) },
      script: (agent) => agent.turn('go on'),
    });
    expect(second.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: '{"done":true}' }]);
    // A running total, over the process before as well.
    expect(ofType(second.events, 'usage')).toEqual([{ type: 'usage', scope: 'total', input: 200, output: 10 }]);
    const { body } = model.requests.at(-1) ?? {};
    expect(body).toMatchObject({ model: 'fake-2', reasoning: { effort: 'high' }, text: { format: { schema } } });
  });

  it('runs tools, and does not write where it may only read', async () => {
    const patch = (name: string) =>
      tool('exec_command', {
        cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${name}\n+hello\n*** End Patch\nEOF`,
      });
    const command = tool('exec_command', { cmd: 'sleep 0.3; cat note.txt; exit 3' }, { text: 'Now I look.' });
    model.script('write a note', [patch('note.txt'), command, text('Written.')]);
    const { events, settled } = await record({
      name: 'exec-tools',
      note: 'A patch, a preamble, a command that fails, and the answer.',
      script: (agent) => agent.turn('write a note'),
    });
    expect(settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Written.' }]);
    expect(readFileSync(join(home.work, 'note.txt'), 'utf8')).toBe('hello\n');
    expect(ofType(events, 'tool').map(({ phase, name, ok }) => [phase, name, ok])).toEqual([
      ['start', 'file_change', undefined],
      ['end', 'file_change', true],
      ['start', 'command_execution', undefined],
      ['end', 'command_execution', false],
    ]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/note.txt' }]);
    model.script('write in vain', [patch('in-vain.txt'), text('Refused.')]);
    const vain = await record({
      name: 'exec-read-only',
      note: 'A patch in a sandbox that is for reading only.',
      options: { sandbox: 'read-only' },
      script: (agent) => agent.turn('write in vain'),
    });
    expect(vain.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'Refused.' }]);
    expect(existsSync(join(home.work, 'in-vain.txt'))).toBe(false);
    expect(readFileSync(join(home.home, '.codex', 'config.toml'), 'utf8')).not.toContain('trust_level');
  });

  it('names a refused key, and a session that it does not know', async () => {
    model.script('wrong key', [status(401, 'Incorrect API key provided: sk-1234')]);
    const refused = await record({
      name: 'exec-refused',
      note: 'The model answers 401.',
      script: (agent) => agent.turn('wrong key'),
    });
    expect(refused.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }]);
    expect(refused.settled[0]?.failure?.message).toContain('[key]');
    const unknown = await record({
      name: 'exec-session-unknown',
      note: 'Asked to continue a session that does not exist.',
      session: '0927adc5-a840-4b68-93ca-5ca344c9fafb',
      script: (agent) => agent.turn('go on'),
    });
    expect(unknown.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
  });

  it('that is ended while it works is reported as such', async () => {
    const held = hold({ firstWords: 'I be' });
    model.script('speak until killed', [tool('exec_command', { cmd: 'sleep 0.3' }), held]);
    const { settled } = await record({
      name: 'exec-killed',
      note: 'Ended while it speaks.',
      async script(agent) {
        agent.prompt('speak until killed');
        await held.started;
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }]);
  });
});
