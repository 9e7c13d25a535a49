import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
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
import { ofType, prompts, recordQwen } from './record-qwen.js';

const MCP_SERVER = join(import.meta.dirname, 'fixtures', 'touching-mcp-server.mjs');

describe('allowed_tools, with the real qwen in yolo', () => {
  let model: ScriptedModel;
  let home: AgentHome;
  let mcp: readonly string[];

  beforeAll(async () => {
    model = await startScriptedModel();
    home = await createQwenHome({ model });
    const config = join(home.directory, 'mcp.json');
    const probe = { command: process.execPath, args: [MCP_SERVER, join(home.work, 'mcp-ran')], trust: true };
    await writeFile(config, JSON.stringify({ mcpServers: { probe } }));
    mcp = ['--mcp-config', config];
  });
  afterAll(async () => {
    await home.dispose();
    await model.close();
  });

  /** Every way to run something that the model may try; what runs leaves a file behind. */
  function attempts() {
    const path = (name: string) => join(home.work, name);
    const shell = (name: string) => ({ command: `touch ${path(name)}`, is_background: false });
    return [
      { name: 'read_file', arguments: { file_path: path('seed.txt') } },
      { name: 'run_shell_command', arguments: shell('shell-ran') },
      { name: 'write_file', arguments: { file_path: path('write-ran'), content: 'x' } },
      { name: 'skill', arguments: { skill: 'loop' } },
      { name: 'mcp__probe__touch', arguments: {} },
      { name: 'tool_call', arguments: { name: 'mcp__probe__touch', arguments: {} } },
      { name: 'tool_call', arguments: { name: 'run_shell_command', arguments: shell('bridge-ran') } },
      { name: 'Bash', arguments: shell('alias-ran') },
      { name: 'monitor', arguments: { command: `touch ${path('monitor-ran')}`, description: 'touch' } },
      { name: 'enter_worktree', arguments: { name: 'away' } },
      { name: 'cron_create', arguments: { cron: '* * * * *', prompt: 'tick' } },
      { name: 'a_tool_of_tomorrow', arguments: {} },
    ];
  }

  it.each(['stream', 'print'] as const)('runs the named tools and no other on %s', async (transport) => {
    await writeFile(join(home.work, 'seed.txt'), 'seed');
    const agent = {
      description: 'help',
      prompt: 'do it for me',
      subagent_type: 'general-purpose',
      run_in_background: false,
    };
    model.script('try everything', [tools([...attempts(), { name: 'agent', arguments: agent }]), text('Tried.')]);
    model.script('do it for me', [
      tool('run_shell_command', { command: `touch ${join(home.work, 'helper-ran')}`, is_background: false }),
      text('Helped.'),
    ]);
    const { events, settled } = await recordQwen(home, {
      name: `${transport}-limit`,
      note: 'Only read_file and agent are allowed; the model tries everything else, and so does its sub-agent.',
      transport,
      options: { allowed_tools: 'read_file, agent' },
      args: mcp,
      script: prompts('try everything'),
    });
    expect(settled).toMatchObject([{ outcome: 'completed', answer: 'Tried.' }]);
    const ran = ofType(events, 'tool').filter(({ phase, ok }) => phase === 'end' && ok !== false);
    expect(ran.map(({ name }) => name).sort()).toEqual(['agent', 'read_file']);
    expect(await readdir(home.work)).toEqual(['seed.txt']);
    const notice = ofType(events, 'notice')
      .map(({ text: words }) => words)
      .join();
    expect(notice).toContain('allowed_tools');
    expect(notice).toContain('run_shell_command');
  });

  it('would have run them without the limit', async () => {
    await writeFile(join(home.work, 'seed.txt'), 'seed');
    model.script('try everything', [tools(attempts().slice(0, 6)), text('Tried.')]);
    const { events } = await recordQwen(home, {
      name: 'stream-no-limit',
      note: 'No limit: what the limit kept from running runs.',
      args: mcp,
      script: prompts('try everything'),
    });
    const ran = ofType(events, 'tool').filter(({ phase, ok }) => phase === 'end' && ok === true);
    expect(ran.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['read_file', 'run_shell_command', 'write_file', 'skill', 'mcp__probe__touch']),
    );
    expect(existsSync(join(home.work, 'shell-ran'))).toBe(true);
    expect(existsSync(join(home.work, 'mcp-ran'))).toBe(true);
  });

  it.each(['stream', 'print'] as const)('ends the prompt when qwen keeps to no limit, on %s', async (transport) => {
    // Safe mode makes qwen ignore the list of core tools.
    await using safe = await createQwenHome({ model, env: { QWEN_CODE_SAFE_MODE: '1' } });
    model.script('be safe', [
      tool('run_shell_command', { command: 'touch ran', is_background: false }),
      text('never said'),
    ]);
    const { settled } = await recordQwen(safe, {
      name: `${transport}-limit-broken`,
      note: 'qwen ignores the limit of tools: the prompt is ended before it can run one.',
      transport,
      options: { allowed_tools: 'read_file' },
      async script(agent) {
        await agent.event('ready');
        agent.prompt('be safe');
        await agent.event('settled');
      },
    });
    expect(settled).toMatchObject([{ outcome: 'failed', failure: { class: 'protocol' } }]);
    expect(settled[0]?.failure?.message).toContain('run_shell_command');
    // Print has no stop: there it is core that ends the process.
    if (transport === 'stream') expect(existsSync(join(safe.work, 'ran'))).toBe(false);
  });
});
