import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentHome,
  createCodexHome,
  cut,
  empty,
  hold,
  length,
  type ScriptedModel,
  startScriptedModel,
  status,
  text,
  tool,
  tools,
  waitFor,
} from '@agentmount/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodexRun, ofType, recordRun } from './record-codex.js';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** codex takes a patch through its shell tool, too, and tells it as a change of files. */
const addFile = (name: string, words = 'hello') =>
  tool('exec_command', {
    cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${name}\n+${words}\n*** End Patch\nEOF`,
  });

describe('the real codex over app-server', () => {
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

  const record = (run: Omit<CodexRun, 'home'>) => recordRun({ home, ...run });
  const at = (name: string) => join(home.work, name);
  const answerOf = (settled: readonly { readonly answer?: string }[]) => settled.map(({ answer }) => answer);

  it('answers twice in one process, thinks aloud, and tells the tokens of each request', async () => {
    model.script('say hello', [
      text('Hi\u2028there.', { thinking: 'Short is best.', usage: { input: 1200, cached: 1000, output: 34 } }),
    ]);
    model.script('say it again', [text('Hi again.')]);
    const { events, settled } = await record({
      name: 'app-server-plain',
      note: 'Two prompts in one process, the first answer with a thought and a line separator (U+2028) in it.',
      options: { effort: 'low' },
      async script(agent) {
        await agent.turn('say hello');
        await agent.turn('say it again');
      },
    });
    expect(settled).toEqual([
      { type: 'settled', outcome: 'completed', answer: 'Hi\u2028there.' },
      { type: 'settled', outcome: 'completed', answer: 'Hi again.' },
    ]);
    expect(ofType(events, 'usage')).toEqual([
      { type: 'usage', scope: 'step', input: 1200, output: 34 },
      { type: 'usage', scope: 'step', input: 100, output: 5 },
    ]);
    expect(ofType(events, 'rounds')).toHaveLength(2);
    expect(ofType(events, 'model')).toEqual([{ type: 'model', id: 'fake-1' }]);
    expect(ofType(events, 'text').filter(({ channel }) => channel === 'thought')).toEqual([
      { type: 'text', channel: 'thought', text: 'Short is best.' },
    ]);
    // Only the scripted model's being unknown to codex was warned of, which says nothing about the turn.
    expect(ofType(events, 'notice')).toEqual([]);
    expect(ofType(events, 'unknown')).toEqual([]);
    expect(model.requests.find((request) => request.text === 'say hello')?.body.reasoning).toMatchObject({
      effort: 'low',
    });
  });

  it('runs tools: a preamble, a patch, a command that fails, and the answer', async () => {
    model.script('write a note', [
      addFile('note.txt'),
      tool('exec_command', { cmd: 'sleep 0.3; cat note.txt; exit 3' }, { text: 'Now I look at it.' }),
      text('Written.'),
    ]);
    const { events, settled } = await record({
      name: 'app-server-tools',
      note: 'A patch, a preamble, a command that fails, and the answer.',
      script: (agent) => agent.turn('write a note'),
    });
    expect(answerOf(settled)).toEqual(['Written.']);
    expect(readFileSync(at('note.txt'), 'utf8')).toBe('hello\n');
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/note.txt' }]);
    expect(ofType(events, 'tool').map(({ phase, name, ok }) => [phase, name, ok])).toEqual([
      ['start', 'file_change', undefined],
      ['end', 'file_change', true],
      ['start', 'command_execution', undefined],
      ['end', 'command_execution', false],
    ]);
    expect(ofType(events, 'rounds')).toHaveLength(3);
    expect(ofType(events, 'text').map((event) => event.text)).toEqual(['Now I look at it.', 'Written.']);
  });

  it('never has codex write into its settings that it trusts a directory', async () => {
    expect(readFileSync(join(home.home, '.codex', 'config.toml'), 'utf8')).not.toContain('trust_level');
  });

  it('is interrupted at once, while it speaks and in a command, and goes on', async () => {
    const held = hold({ firstWords: 'I begin. ', rest: 'Never.' });
    model.script('stop at once', [text('I ran to the end.')]);
    model.script('speak slowly', [held]);
    model.script('run long', [tool('exec_command', { cmd: 'touch begun; sleep 300', yield_time_ms: 30_000 })]);
    model.script('go on', [text('Went on.')]);
    const { events, settled } = await record({
      name: 'app-server-interrupt',
      note: 'Interrupted in the moment of the prompt, while it speaks, and in a command; then a prompt that completes.',
      async script(agent) {
        agent.prompt('stop at once');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('stop at once, now that the session is there');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('speak slowly');
        await agent.event('text');
        agent.interrupt();
        await agent.event('settled');
        agent.prompt('run long');
        await waitFor(() => existsSync(at('begun')), { what: 'the command to run', timeoutMs: 60_000 });
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
    expect(ofType(events, 'text').map((event) => event.text)).toEqual(['I begin. ', 'Went on.']);
  });

  it('takes a steer while it speaks and while a command runs, and misses one that comes too late', async () => {
    const held = hold({ firstWords: 'Half a ', rest: 'sentence.' });
    model.script('explain it', [held]);
    model.script('shorter please', [text('Short.')]);
    model.script('wait for it', [tool('exec_command', { cmd: 'touch waiting; sleep 2' })]);
    model.script('never mind', [text('Left it.')]);
    const { events, settled } = await record({
      name: 'app-server-steer',
      note: 'Steered while it speaks, which cuts that message short, while a command runs, and when it is over.',
      async script(agent) {
        agent.prompt('explain it');
        await agent.event('text');
        agent.steer('s1', 'shorter please');
        await agent.event('settled');
        agent.prompt('wait for it');
        agent.steer('s2', 'never mind');
        await agent.event('settled');
        agent.steer('s3', 'too late');
      },
    });
    expect(answerOf(settled)).toEqual(['Short.', 'Left it.']);
    expect(
      ofType(events, 'steer')
        .filter(({ state }) => state !== 'accepted')
        .map(({ reference, state }) => [reference, state]),
    ).toEqual([
      ['s1', 'delivered'],
      ['s2', 'delivered'],
      ['s3', 'missed'],
    ]);
    expect(model.requests.some((request) => request.text === 'too late')).toBe(false);
  });

  it('asks, does what was allowed and not what was denied', async () => {
    const escalated = (name: string) =>
      tool('exec_command', {
        cmd: `touch ${join(home.directory, name)}`,
        sandbox_permissions: 'require_escalated',
        justification: 'it lies outside',
      });
    model.script('make both files', [addFile('allowed.txt'), addFile('denied.txt'), text('One of two.')]);
    model.script('leave the directory', [escalated('allowed'), escalated('denied'), text('Once.')]);
    const { events, settled } = await record({
      name: 'app-server-approvals',
      note: 'Of two patches and of two commands that leave the sandbox one each is allowed and one is denied.',
      options: { sandbox: 'read-only' },
      async script(agent) {
        for (const prompt of ['make both files', 'leave the directory']) {
          agent.prompt(prompt);
          const first = await agent.event('approval');
          expect(existsSync(at('allowed.txt'))).toBe(prompt !== 'make both files');
          agent.answer(first.id, true, '');
          const second = await agent.event('approval');
          agent.answer(second.id, false, 'not this one');
          await agent.event('settled');
        }
      },
    });
    expect(answerOf(settled)).toEqual(['One of two.', 'Once.']);
    expect(['allowed.txt', 'denied.txt', '../allowed', '../denied'].map((name) => existsSync(at(name)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const asked = ofType(events, 'approval');
    expect(asked.map(({ tool: name }) => name)).toEqual([
      'file_change',
      'file_change',
      'command_execution',
      'command_execution',
    ]);
    expect(JSON.stringify(asked[0]?.input)).toContain('/project/allowed.txt');
    expect(asked[2]?.input).toMatchObject({ reason: 'it lies outside', cwd: '/project' });
    expect(ofType(events, 'file')).toEqual([{ type: 'file', path: '/project/allowed.txt' }]);
  });

  it('grants further permissions for the turn alone, and withdraws what it asks when it is interrupted', async () => {
    await using asking = await createCodexHome({ model, config: ['features.request_permissions_tool = true'] });
    const ask = tool('request_permissions', { reason: 'to fetch', permissions: { network: { enabled: true } } });
    model.script('may you fetch', [ask, ask, text('Thanks.')]);
    model.script('ask and wait', [ask, text('Never.')]);
    const { events, settled } = await recordRun({
      home: asking,
      name: 'app-server-permissions',
      note: 'Asks for the network twice: allowed, then denied; then it is interrupted while it asks.',
      async script(agent) {
        agent.prompt('may you fetch');
        agent.answer((await agent.event('approval')).id, true, '');
        agent.answer((await agent.event('approval')).id, false, '');
        await agent.event('settled');
        agent.prompt('ask and wait');
        await agent.event('approval');
        agent.interrupt();
        await agent.event('settled');
      },
    });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'interrupted']);
    expect(ofType(events, 'approval')[0]).toMatchObject({
      tool: 'request_permissions',
      input: { reason: 'to fetch', permissions: { network: { enabled: true } } },
    });
    expect(ofType(events, 'withdrawn')).toHaveLength(1);
    const told = model.requests.find(
      ({ text: prompt, toolResults }) => prompt === 'may you fetch' && toolResults.length === 2,
    )?.toolResults;
    expect(told?.map((result) => JSON.parse(result))).toMatchObject([
      { permissions: { network: { enabled: true }, file_system: null }, scope: 'turn' },
      { permissions: { network: null, file_system: null }, scope: 'turn' },
    ]);
  });

  it('asks before it calls a tool of an MCP server', async () => {
    const file = join(import.meta.dirname, 'fixtures', 'touching-mcp-server.mjs');
    await using served = await createCodexHome({ model, mcpServers: { notes: file } });
    const touch = (name: string) => tool('touch', { path: join(served.work, name) });
    model.script('touch both', [touch('allowed'), touch('denied'), text('One of two.')]);
    const { events, settled } = await recordRun({
      home: served,
      name: 'app-server-mcp',
      note: 'Of two calls of a tool of an MCP server one is allowed and one is denied.',
      async script(agent) {
        agent.prompt('touch both');
        agent.answer((await agent.event('approval')).id, true, '');
        agent.answer((await agent.event('approval')).id, false, '');
        await agent.event('settled');
      },
    });
    expect(answerOf(settled)).toEqual(['One of two.']);
    expect(['allowed', 'denied'].map((name) => existsSync(join(served.work, name)))).toEqual([true, false]);
    expect(ofType(events, 'approval')[0]).toMatchObject({
      tool: 'mcp__notes__touch',
      input: { path: '/project/allowed' },
    });
    expect(ofType(events, 'tool').flatMap(({ phase, name, ok }) => (phase === 'end' ? [[name, ok]] : []))).toEqual([
      ['mcp__notes__touch', true],
      ['mcp__notes__touch', false],
    ]);
  });

  it('asks before every command when nothing is trusted', async () => {
    model.script('look around', [tool('exec_command', { cmd: 'ls' }), text('Looked.')]);
    const { events, settled } = await record({
      name: 'app-server-untrusted',
      note: 'A command that reads only, with the policy that trusts nothing; it is allowed.',
      options: { approval_policy: 'untrusted' },
      async script(agent) {
        agent.prompt('look around');
        agent.answer((await agent.event('approval')).id, true, '');
        await agent.event('settled');
      },
    });
    expect(answerOf(settled)).toEqual(['Looked.']);
    expect(ofType(events, 'approval')[0]?.input).toMatchObject({ command: '/bin/bash -lc ls' });
  });

  it('refuses what the sandbox does not allow when it never asks', async () => {
    model.script('write in vain', [addFile('in-vain.txt'), text('Refused.')]);
    const { events, settled } = await record({
      note: 'A patch in a sandbox that is for reading only, and nobody is asked.',
      options: { sandbox: 'read-only', approval_policy: 'never' },
      script: (agent) => agent.turn('write in vain'),
    });
    expect(answerOf(settled)).toEqual(['Refused.']);
    expect(existsSync(at('in-vain.txt'))).toBe(false);
    expect(ofType(events, 'approval')).toEqual([]);
  });

  it('continues a session in another process, with the text for the system prompt, a picture and a schema', async () => {
    model.script('remember seven', [text('Seven it is.')]);
    model.script('which number', [text('{"number":7}')]);
    const first = await record({
      name: 'app-server-before-resume',
      note: 'A plain prompt with a text for the system prompt; its session is continued elsewhere.',
      systemPromptAppend: 'Be brief.',
      async script(agent) {
        agent.prompt('remember seven');
        await agent.event('session');
        await agent.event('settled');
      },
    });
    const schema = { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] };
    const { events, settled } = await record({
      name: 'app-server-resume',
      note: 'Continues a session, with another text for the system prompt, a picture and a schema for the answer.',
      session: first.sessionId,
      model: 'fake-2',
      systemPromptAppend: 'Be exact.',
      options: { output_schema: JSON.stringify({ ...schema, additionalProperties: false }) },
      script: (agent) => agent.turn('which number', [{ mediaType: 'image/png', data: PICTURE }]),
    });
    expect(answerOf(settled)).toEqual(['{"number":7}']);
    expect(ofType(events, 'usage')).toEqual([{ type: 'usage', scope: 'step', input: 100, output: 5 }]);
    const request = await model.waitForRequest('which number');
    const told = JSON.stringify(request.body);
    for (const words of ['remember seven', 'Seven it is.', 'Be brief.', 'Be exact.', '"number"'])
      expect(told).toContain(words);
    expect(request.images[0]).toContain(PICTURE);
    expect(request.body.model).toBe('fake-2');
  });

  it('names a refused key, an unknown model, limits, faults of the provider, and silence', async () => {
    model.script('wrong key', [status(401, 'Incorrect API key provided: sk-1234')]);
    model.script('no model', [status(404, 'there is no model no-such-model')]);
    model.script('no model by code', [status(404, 'No such model', { code: 'model_not_found' })]);
    model.script('too fast', [status(429, 'slow down')]);
    model.script('broken', [status(500, 'oh no')]);
    model.script('bad request', [status(400, 'Unsupported value')]);
    model.script('too much', [length('As far as')]);
    model.script('break off', [cut()]);
    model.script('say nothing', [empty()]);
    const expected = {
      'wrong key': 'auth',
      'no model': 'model',
      'no model by code': 'model',
      'too fast': 'rate',
      broken: 'agent',
      'bad request': 'model',
      'too much': 'limit',
      'break off': 'agent',
      'say nothing': 'protocol',
    };
    const { settled } = await record({
      name: 'app-server-failures',
      note: 'The model answers 401, 404 twice, 429, 500 and 400, is cut short, breaks off, and says nothing.',
      async script(agent) {
        for (const prompt of Object.keys(expected)) await agent.turn(prompt);
      },
    });
    expect(settled.map(({ failure }) => failure?.class)).toEqual(Object.values(expected));
    expect(settled[0]?.failure?.message).toContain('Incorrect API key provided: [key]');
    expect(settled[0]?.failure?.message).not.toMatch(/http:|request id/);
    expect(settled[1]?.failure?.message).toContain('no-such-model');
    expect(settled.every(({ failure }) => (failure?.remedy ?? '').length > 0)).toBe(true);
  });

  it('does not know a session, says so, and takes a new one', async () => {
    const { settled } = await record({
      name: 'app-server-session-unknown',
      note: 'Asked to continue a session that does not exist.',
      session: '0927adc5-a840-4b68-93ca-5ca344c9fafb',
      script: (agent) => agent.turn('go on'),
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'session-unknown' } }]);
    expect(settled[0]?.failure?.remedy).toContain('list of sessions');
  });

  it('lists its models with their efforts, the configured one first', async () => {
    const { events } = await record({
      name: 'app-server-models',
      note: 'Lists the models, with no prompt.',
      async script(agent) {
        agent.models();
        await agent.event('models');
      },
    });
    const models = ofType(events, 'models')[0]?.models ?? [];
    expect(models[0]).toEqual({ id: 'fake-1', current: true });
    expect(models.length).toBeGreaterThan(2);
    expect(models[1]?.name).toMatch(/\(effort .*high/);
    expect(models.filter(({ current }) => current === true)).toHaveLength(1);
  });

  it('says what still ran when its turn was over: a command, and a sub-agent', async () => {
    model.script('start the server', [
      tool('exec_command', { cmd: 'sleep 300', yield_time_ms: 300 }),
      text('It runs.'),
    ]);
    const child = hold({ firstWords: 'The child speaks. ' });
    model.script('delegate it', [
      tools([{ name: 'spawn_agent', arguments: { message: 'child task' } }]),
      text('Done.'),
    ]);
    model.script('child task', [tool('exec_command', { cmd: 'sleep 0.3; echo child' }), child]);
    const { events, settled } = await record({
      name: 'app-server-left-running',
      note: 'A command, and then a sub-agent, that are still at work when codex ends its turn.',
      async script(agent) {
        await agent.turn('start the server');
        await agent.turn('delegate it');
      },
    });
    expect(answerOf(settled)).toEqual(['It runs.', 'Done.']);
    const notices = ofType(events, 'notice')
      .map((notice) => notice.text)
      .filter((notice) => notice.includes('ended its turn'));
    expect(notices[0]).toMatch(/still ran "\/bin\/bash -lc 'sleep 300'"/);
    expect(notices[1]).toContain('a sub-agent was still at work');
    expect(ofType(events, 'tool').map(({ name }) => name)).toContain('spawn_agent');
    expect(JSON.stringify(ofType(events, 'text'))).not.toContain('The child speaks');
  });

  it('that is killed is reported as such', async () => {
    const held = hold({ firstWords: 'I be' });
    model.script('speak until killed', [held]);
    const run = record({
      name: 'app-server-killed',
      note: 'Killed while it speaks.',
      async script(agent) {
        agent.prompt('speak until killed');
        await agent.event('text');
      },
    });
    const { settled } = await run;
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'agent' } }]);
  });
});
