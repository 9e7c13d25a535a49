import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentHome,
  createQwenHome,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAcp } from './record-acp.js';
import { ofType } from './record-qwen.js';

const NO_SESSION = '0927adc5-a840-4b68-93ca-5ca344c9fafb';

describe('what the real qwen may do over acp', () => {
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

  it('asks, does what was allowed, and says that a denial ended the prompt', async () => {
    const path = (name: string) => join(home.work, name);
    const write = (name: string) => tool('write_file', { file_path: path(name), content: name });
    model.script('may I', [write('allowed'), text('One more.')]);
    model.script('and this', [write('denied'), text('never said')]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-approvals',
      note: 'Mode "default": one write is allowed, one is denied, after which qwen ends the prompt.',
      options: { approval_mode: 'default' },
      async script(agent) {
        agent.prompt('may I');
        const first = await agent.event('approval');
        expect(existsSync(path('allowed'))).toBe(false);
        agent.answer(first.id, true, '');
        await agent.event('settled');
        agent.prompt('and this');
        const second = await agent.event('approval');
        agent.answer(second.id, false, 'Not in this house.');
        await agent.event('settled');
      },
    });
    expect([existsSync(path('allowed')), existsSync(path('denied'))]).toEqual([true, false]);
    expect(ofType(events, 'approval')).toMatchObject([
      { tool: 'write_file', input: { file_path: '/project/allowed', content: 'allowed' } },
      { tool: 'write_file', input: { file_path: '/project/denied' } },
    ]);
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/allowed' }]);
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed' },
      { type: 'settled', outcome: 'completed', answer: '' },
    ]);
    expect(ofType(events, 'notice').map(({ text: words }) => words)).toEqual([
      expect.stringContaining('ended the prompt when write_file was not allowed'),
    ]);
    const offered = JSON.stringify(model.requests[0]?.body.tools);
    expect(offered.includes('"name":"run_shell_command"')).toBe(true);
    expect(offered.includes('"name":"ask_user_question"')).toBe(false);
  });

  it('runs the named tools and no other', async () => {
    await writeFile(join(home.work, 'seed.txt'), 'seed');
    const before = await readdir(home.work);
    const path = (name: string) => join(home.work, name);
    const shell = (name: string) => ({ command: `touch ${path(name)}`, is_background: false });
    const helper = {
      description: 'help',
      prompt: 'do it for me',
      subagent_type: 'general-purpose',
      run_in_background: false,
    };
    model.script('try everything', [
      tools([
        { name: 'read_file', arguments: { file_path: path('seed.txt') } },
        { name: 'run_shell_command', arguments: shell('shell-ran') },
        { name: 'write_file', arguments: { file_path: path('write-ran'), content: 'x' } },
        { name: 'skill', arguments: { skill: 'loop' } },
        { name: 'tool_call', arguments: { name: 'run_shell_command', arguments: shell('bridge-ran') } },
        { name: 'Bash', arguments: shell('alias-ran') },
        { name: 'monitor', arguments: { command: `touch ${path('monitor-ran')}`, description: 'touch' } },
        { name: 'cron_create', arguments: { cron: '* * * * *', prompt: 'tick' } },
        { name: 'a_tool_of_tomorrow', arguments: {} },
        { name: 'agent', arguments: helper },
      ]),
      text('Tried.'),
    ]);
    model.script('do it for me', [tool('run_shell_command', shell('helper-ran')), text('Helped.')]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-limit',
      note: 'Only read_file and agent are allowed; the model tries everything else, and so does its sub-agent.',
      options: { allowed_tools: 'read_file, agent' },
      script: (agent) => agent.turn('try everything'),
    });
    expect(settled).toMatchObject([{ outcome: 'completed' }]);
    const ran = ofType(events, 'tool').filter(({ phase, ok }) => phase === 'end' && ok === true);
    expect(ran.map(({ name }) => name).sort()).toEqual(['agent', 'read_file']);
    expect((await readdir(home.work)).sort()).toEqual(before.sort());
  });

  it('takes no prompt when qwen keeps to no limit', async () => {
    // Safe mode makes qwen ignore the list of core tools.
    await using safe = await createQwenHome({ model, env: { QWEN_CODE_SAFE_MODE: '1' } });
    const { events, settled } = await recordAcp(safe, {
      name: 'acp-limit-broken',
      note: 'qwen ignores the limit of tools, and is not prompted.',
      options: { allowed_tools: 'read_file' },
      ready: false,
      async script(agent) {
        await agent.event('settled');
      },
    });
    expect(ofType(events, 'ready')).toEqual([]);
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'protocol' } }]);
    expect(settled[0]?.failure?.message).toContain('run_shell_command');
  });

  it('does not work in another mode than it was told to', async () => {
    await using wary = await createQwenHome({
      model,
      settings: { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
    });
    const { settled } = await recordAcp(wary, {
      name: 'acp-untrusted',
      note: 'Mode "yolo" in a folder that is not trusted: qwen refuses it.',
      async script(agent) {
        agent.prompt('be bold');
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }]);
    expect(settled[0]?.failure?.message).toContain('untrusted folder');
  });

  it('tells a refused key from an unknown model and an unknown session, and takes the next prompt', async () => {
    model.script('wrong key', [status(401, 'Incorrect API key provided: sk-live-abc123')]);
    model.script('wrong model', [status(404, 'The model fake-9 does not exist.')]);
    model.script('all is well', [text('Well.')]);
    const { events, settled } = await recordAcp(home, {
      name: 'acp-api-errors',
      note: 'The model answers 401, then 404, then well, in one process.',
      async script(agent) {
        await agent.turn('wrong key');
        await agent.turn('wrong model');
        await agent.turn('all is well');
      },
    });
    expect(settled.map(({ outcome, failure }) => [outcome, failure?.class])).toEqual([
      ['failed', 'auth'],
      ['failed', 'model'],
      ['completed', undefined],
    ]);
    expect(settled[0]?.failure?.message).toContain('401');
    expect(settled[0]?.failure?.message).not.toContain('sk-');
    expect(settled[0]?.failure?.remedy).toContain('log in');
    expect(ofType(events, 'usage')).toHaveLength(1);
  });

  it('names a model and a session that it does not know, and a login that is missing', async () => {
    const unknownModel = await recordAcp(home, {
      name: 'acp-model-unknown',
      note: 'Asked for a model that is not configured.',
      model: 'nobody-1',
      async script(agent) {
        agent.prompt('hello');
        await agent.event('settled');
      },
    });
    expect(unknownModel.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'model' } }]);
    expect(unknownModel.settled[0]?.failure?.message).toContain('nobody-1');
    expect(unknownModel.settled[0]?.failure?.remedy).toContain('fake-1, fake-2');
    expect(ofType(unknownModel.events, 'session')).toEqual([]);

    const unknownSession = await recordAcp(home, {
      name: 'acp-session-unknown',
      note: 'Asked to continue a session that does not exist.',
      session: NO_SESSION,
      async script(agent) {
        agent.prompt('go on');
        await agent.event('settled');
      },
    });
    expect(unknownSession.settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);

    await using nobody = await createQwenHome({
      model,
      settings: { security: {}, model: {}, modelProviders: {} },
      env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '', OPENAI_MODEL: '' },
    });
    const { settled } = await recordAcp(nobody, {
      name: 'acp-no-login',
      note: 'Nobody is logged in.',
      async script(agent) {
        agent.prompt('hello');
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'auth' } }]);
    expect(settled[0]?.failure?.remedy).toContain('log in');
  });

  it('finds the model that only the environment names', async () => {
    await using bare = await createQwenHome({ model, settings: { modelProviders: {}, model: {} } });
    model.script('who are you', [text('The first.')]);
    const { events, settled } = await recordAcp(bare, {
      name: 'acp-model-of-environment',
      note: 'A model that is named by the environment alone, asked for by its plain id.',
      model: 'fake-1',
      async script(agent) {
        agent.models();
        await agent.event('models');
        await agent.turn('who are you');
      },
    });
    expect(ofType(events, 'models')[0]?.models.map(({ id }) => id)).toEqual(['fake-1']);
    expect(settled).toMatchObject([{ outcome: 'completed' }]);
  });
});
