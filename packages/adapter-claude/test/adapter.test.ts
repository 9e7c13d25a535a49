import { traitsOf } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { claudeAdapter } from '../src/index.js';
import { type ClaudeSetup, claudeSetup } from './claude-setup.js';

const SESSION = '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10';
const [stream, print] = claudeAdapter.transports;
const refuses = (setup: ClaudeSetup) => claudeAdapter.refuses?.(claudeSetup(setup));

describe('the adapter', () => {
  it('promises what each transport can do', () => {
    const can = (transport: typeof stream) =>
      Object.entries(traitsOf(claudeAdapter, transport)).flatMap(([name, has]) => (has ? [name] : []));
    expect(can(stream)).toEqual(['interrupt', 'asks', 'models', 'images']);
    expect(print && can(print)).toEqual(['presetsSession']);
    expect(print?.refuses).toHaveProperty('images');
  });

  it('takes known options only', () => {
    const takes = (options: object) => claudeAdapter.options.safeParse(options).success;
    expect(takes({ approval_mode: 'bypassPermissions' })).toBe(false);
    expect(takes({ effort: 'ultra' })).toBe(false);
    expect(takes({ max_budget_usd: 0 })).toBe(false);
    expect(takes({ output_schema: '{}' })).toBe(false);
    expect(takes({ tools: 'Read' })).toBe(false);
    expect(takes({ approval_mode: 'auto-edit', effort: 'max', denied_tools: 'Bash', max_budget_usd: 0.5 })).toBe(true);
  });

  it('knows its session ids', () => {
    expect(claudeAdapter.sessionId.test(SESSION)).toBe(true);
    for (const id of ['', '../../x', '--flag', `${SESSION}\n`, 'title of a session']) {
      expect(claudeAdapter.sessionId.test(id)).toBe(false);
    }
  });

  it('asks when no mode is given, and never falls back to yolo', () => {
    const setup = { ...claudeSetup(), options: {} };
    expect(claudeAdapter.launch(setup).args).toContain('--permission-mode=manual');
    expect(claudeAdapter.optionDefaults?.[0]).toEqual({
      variable: 'APPROVAL_MODE',
      option: 'approval_mode',
      unset: 'default',
      invalid: 'default',
    });
  });

  it('keeps what would hide or break a session from the agent, and not what chooses its provider', () => {
    expect(claudeAdapter.removesVariables).toEqual(
      expect.arrayContaining(['CLAUDECODE', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_ENTRYPOINT']),
    );
    for (const name of claudeAdapter.removesVariables ?? []) expect(name).not.toMatch(/\*|ANTHROPIC|_USE_|CONFIG_DIR/);
  });
});

describe('the command line', () => {
  it('is bare when nothing is asked for', () => {
    expect(claudeAdapter.launch({ ...claudeSetup(), options: {} })).toEqual({
      transport: 'stream',
      args: [
        ...['-p', '--input-format=stream-json', '--include-partial-messages', '--permission-prompt-tool=stdio'],
        ...['--output-format=stream-json', '--verbose', '--permission-mode=manual'],
        '--disallowedTools=AskUserQuestion,EnterPlanMode',
      ],
      env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1', CLAUDE_CODE_DISABLE_CRON: '1' },
      cwd: '/project',
      handshake: { mode: 'default' },
    });
    const oneShot = claudeAdapter.launch(claudeSetup({ transport: 'print', presetSession: SESSION }));
    expect(oneShot.args.slice(0, 2)).toEqual(['-p', `--session-id=${SESSION}`]);
    expect(oneShot.args).not.toContain('--permission-prompt-tool=stdio');
  });

  it('carries every option', () => {
    const options = {
      approval_mode: 'plan',
      allowed_tools: 'Read, Grep,Read,Task,Agent',
      denied_tools: 'Bash(git push:*, now),WebFetch',
      effort: 'xhigh',
      output_schema: { type: 'object' },
      max_budget_usd: 1.5,
    } as const;
    const plan = claudeAdapter.resume(
      claudeSetup({ options, model: 'large', systemPromptAppend: 'Be brief.' }),
      SESSION,
    );
    expect(plan.args.slice(6)).toEqual([
      '--permission-mode=plan',
      '--model=large',
      '--effort=xhigh',
      '--append-system-prompt=Be brief.',
      `--resume=${SESSION}`,
      '--system-prompt-snapshot=off',
      '--tools=Read,Grep,Agent',
      '--strict-mcp-config',
      '--disallowedTools=AskUserQuestion,Bash(git push:*, now),WebFetch',
      '--json-schema={"type":"object"}',
      '--max-budget-usd=1.5',
    ]);
    expect(plan.handshake).toEqual({
      mode: 'plan',
      session: SESSION,
      model: 'large',
      effort: 'xhigh',
      tools: ['Read', 'Grep', 'Task', 'Agent'],
      schema: true,
    });
    // A new session's text is the one that claude records: there is nothing to put aside.
    expect(claudeAdapter.launch(claudeSetup({ systemPromptAppend: 'x' })).args).not.toContain(
      '--system-prompt-snapshot=off',
    );
  });

  it('puts every value into one argument with its flag', () => {
    const { args } = claudeAdapter.launch(claudeSetup({ model: '--yolo', systemPromptAppend: '-p x\n=y' }));
    expect(args).toContain('--model=--yolo');
    expect(args).toContain('--append-system-prompt=-p x\n=y');
    expect(args.every((argument) => argument === '-p' || argument.startsWith('--'))).toBe(true);
  });

  it('refuses what no command line takes', () => {
    expect(refuses({})).toBeUndefined();
    expect(refuses({ systemPromptAppend: 'a\0b' })).toContain('NUL');
    expect(refuses({ systemPromptAppend: 'ж'.repeat(60_000) })).toContain('100000 bytes');
    expect(refuses({ model: 'a\0' })).toContain('model');
    expect(refuses({ options: { output_schema: { description: 'x'.repeat(100_001) } } })).toContain('output_schema');
  });
});

describe('the lists of tools', () => {
  it.each([
    ['allowed_tools', 'read,grep', 'did you mean Read, Grep?'],
    ['allowed_tools', 'read_file', 'did you mean Read?'],
    ['allowed_tools', 'run_shell_command', 'it has Read, Grep,'],
    ['allowed_tools', 'shell', 'did you mean Bash?'],
    ['allowed_tools', ' , ', 'names no tool'],
    ['allowed_tools', 'mcp__files__read', 'cannot name MCP tools'],
    ['allowed_tools', 'Bash(ls)', 'did you mean Bash?'],
    ['allowed_tools', 'AskUserQuestion', 'no tool "AskUserQuestion"'],
    ['denied_tools', 'Bsah(ls)', 'no tool "Bsah(ls)"'],
    ['denied_tools', 'Bash(ls', 'no tool "Bash(ls"'],
    ['denied_tools', '', 'names no tool'],
  ])('%s: %s is refused', (option, list, reason) => {
    expect(refuses({ options: { [option]: list } })).toContain(reason);
  });

  it.each(['Read', 'Task', 'Read,Grep , Glob', 'Agent,TodoWrite'])('allowed_tools takes %s', (list) => {
    expect(refuses({ options: { allowed_tools: list } })).toBeUndefined();
  });

  it.each(['Bash', 'Bash(rm -rf *)', 'mcp__files', 'mcp__files__*', 'Read(./.env, ./x),Edit'])(
    'denied_tools takes %s',
    (list) => {
      expect(refuses({ options: { denied_tools: list } })).toBeUndefined();
    },
  );
});
