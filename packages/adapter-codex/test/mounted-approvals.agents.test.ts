import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoProcesses, processesWith, processMatcher, text, tool, waitFor } from '@agentmount/testkit';
import { sessionOf, startScenario, turnOf } from '@agentmount/testkit/scenarios';
import { describe, expect, it } from 'vitest';
import { codexAgent } from './fixtures/codex-agent.js';

const agent = await codexAgent();

it('lists its tools in less than 6,500 bytes, with the options of codex', async () => {
  await using scenario = await startScenario(agent);
  const client = await scenario.connect();
  const tools = await client.listTools();
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(6500);
  const start = tools.find(({ name }) => name === 'codex')?.inputSchema.properties as Record<string, unknown>;
  for (const option of ['sandbox', 'approval_policy', 'effort', 'output_schema', 'images'])
    expect(Object.keys(start)).toContain(option);
  expect(tools.map(({ name }) => name)).toContain('codex_history');
});

describe('what the real codex may do, behind a real server', () => {
  it.each([
    ['allow', true],
    ['deny', false],
  ] as const)('is asked of the caller: %s', async (command, made) => {
    await using scenario = await startScenario(agent);
    const { model, home } = scenario;
    const outside = join(home.directory, 'outside');
    const given = {
      cmd: `touch ${outside}`,
      sandbox_permissions: 'require_escalated',
      justification: 'it lies outside',
    };
    model.script('leave the directory', [
      tool('exec_command', given),
      (request) => text(`I was told: ${request.toolResults.at(-1)}`),
    ]);
    const client = await scenario.connect();
    const asked = await client.call('codex', { prompt: 'leave the directory' });
    expect(asked.isError, asked.text).toBe(false);
    expect(asked.text).toContain('[needs approval: ');
    expect(asked.text).toContain(`touch ${outside}`);
    expect(asked.text).toContain('it lies outside');
    expect(existsSync(outside)).toBe(false);
    const turn = turnOf(asked.text);
    await client.call('codex_send', { turn, command });
    const report = await client.call('codex_wait', { turn });
    expect(report.isError, report.text).toBe(false);
    expect(existsSync(outside), report.text).toBe(made);
    if (!made) expect(report.text).toContain('rejected');
    await expectNoProcesses(home, { except: processMatcher({ pids: [client.pid] }) });
  });

  it('is the directory and no more by default, over both transports, and leaves the settings as they are', async () => {
    await using scenario = await startScenario(agent);
    const { model, home } = scenario;
    const settings = join(home.home, '.codex', 'config.toml');
    const before = readFileSync(settings, 'utf8');
    model.script('write everywhere', [
      tool('exec_command', { cmd: `touch inside ${join(home.home, 'outside')}; sleep 0.2` }),
      text('I tried.'),
    ]);
    const client = await scenario.connect();
    for (const transport of ['app-server', 'exec']) {
      const report = await client.call('codex', { prompt: 'write everywhere', transport });
      expect(report.isError, report.text).toBe(false);
      expect(report.text).toContain('I tried.');
    }
    expect(existsSync(join(home.work, 'inside'))).toBe(true);
    expect(existsSync(join(home.home, 'outside'))).toBe(false);
    expect(readFileSync(settings, 'utf8')).toBe(before);
  });

  it('is nothing when the variable for it is not understood', async () => {
    await using scenario = await startScenario(agent, { SANDBOX: 'everything', APPROVAL_POLICY: 'never' });
    const { model, home } = scenario;
    model.script('write here', [tool('exec_command', { cmd: 'touch inside; sleep 0.2' }), text('I tried.')]);
    const client = await scenario.connect();
    const report = await client.call('codex', { prompt: 'write here' });
    expect(report.text).toContain('I tried.');
    expect(existsSync(join(home.work, 'inside'))).toBe(false);
  });

  it('refuses on exec what only app-server can, by its name', async () => {
    await using scenario = await startScenario(agent);
    const client = await scenario.connect();
    for (const given of [{ approval_policy: 'on-request' }, { system_prompt_append: 'Be brief.' }]) {
      const refused = await client.call('codex', { prompt: 'do it', transport: 'exec', ...given });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('use transport app-server');
    }
    const schema = await client.call('codex', { prompt: 'do it', output_schema: 'not a schema' });
    expect(schema.isError).toBe(true);
    expect(schema.text).toContain('output_schema');
    expect(scenario.model.requests).toEqual([]);
  });

  it('is decided by the turn, also in a process that waited: it serves a session that another one began', async () => {
    await using scenario = await startScenario(agent, { SPARES: '1' });
    const { model, home } = scenario;
    model.script('remember 4711', [text('I will.')]);
    model.script('which number', [tool('exec_command', { cmd: 'touch inside; sleep 0.2' }), text('4711.')]);
    const client = await scenario.connect();
    const begun = await client.call('codex', { prompt: 'remember 4711' });
    expect(begun.isError, begun.text).toBe(false);
    const waiting = await waitFor(
      async () => {
        const found = await processesWith({ environment: { AGENTMOUNT_TEST_ID: home.testId } });
        const agents = found.filter(({ command }) => command.includes('app-server'));
        return agents.length > 0 ? agents.map(({ pid }) => pid) : undefined;
      },
      { what: 'a process of codex to wait' },
    );
    const reply = await client.call('codex_reply', {
      session: sessionOf(begun.text),
      prompt: 'which number?',
      sandbox: 'read-only',
    });
    expect(reply.text).toContain('4711.');
    expect(existsSync(join(home.work, 'inside'))).toBe(false);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('remember 4711');
    const left = await processesWith({ environment: { AGENTMOUNT_TEST_ID: home.testId } });
    expect(left.filter(({ pid }) => waiting.includes(pid))).toEqual([]);
  });
});
