import { traitsOf } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { qwenSetup } from './qwen-setup.js';

const [stream, print] = qwenAdapter.transports;
const refuses = (setup: Parameters<typeof qwenSetup>[0]) => qwenAdapter.refuses?.(qwenSetup(setup));

describe('the adapter', () => {
  it('promises what each transport can do', () => {
    const can = (transport: typeof stream) =>
      Object.entries(traitsOf(qwenAdapter, transport)).flatMap(([name, has]) => (has ? [name] : []));
    expect(can(stream)).toEqual(['interrupt', 'asks', 'models']);
    expect(print && can(print)).toEqual(['presetsSession']);
    expect(print?.refuses).toHaveProperty('effort');
  });

  it('takes known options only', () => {
    expect(qwenAdapter.options.safeParse({ approval_mode: 'bypassPermissions' }).success).toBe(false);
    expect(qwenAdapter.options.safeParse({ effort: 'none' }).success).toBe(false);
    expect(qwenAdapter.options.safeParse({ tools: 'read_file' }).success).toBe(false);
    expect(
      qwenAdapter.options.safeParse({ approval_mode: 'auto-edit', effort: 'xhigh', allowed_tools: 'glob' }).success,
    ).toBe(true);
  });

  it('replaces no file that only another machine can show', () => {
    const setup = qwenSetup({ transport: 'acp' });
    expect(Object.keys(qwenAdapter.launch(setup).files ?? {})).toEqual(['system-defaults.json']);
    const plan = qwenAdapter.launch({ ...setup, machine: { ...setup.machine, home: '~', remote: true } });
    expect(plan.files ?? {}).toEqual({});
    expect(plan.env).not.toHaveProperty('QWEN_CODE_SYSTEM_DEFAULTS_PATH');
  });

  it('knows its session ids', () => {
    expect(qwenAdapter.sessionId.test('5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10')).toBe(true);
    for (const id of ['', '../../x', '--flag', '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10\n', 'title of a session']) {
      expect(qwenAdapter.sessionId.test(id)).toBe(false);
    }
  });

  it('falls back to asking when no mode is given, and never to yolo', () => {
    const setup = { ...qwenSetup(), options: {} };
    expect(qwenAdapter.launch(setup).args).toContain('--approval-mode=default');
    expect(qwenAdapter.optionDefaults).toEqual([
      { variable: 'APPROVAL_MODE', option: 'approval_mode', unset: 'yolo', invalid: 'default' },
    ]);
  });

  it('puts every value into one argument with its flag', () => {
    const { args } = qwenAdapter.launch(qwenSetup({ model: '--yolo', systemPromptAppend: '-p x' }));
    expect(args).toContain('--model=--yolo');
    expect(args).toContain('--append-system-prompt=-p x');
    expect(args.every((argument) => argument.startsWith('--'))).toBe(true);
  });

  it('refuses what no command line takes, and a limit that would not hold', () => {
    expect(refuses({})).toBeUndefined();
    expect(refuses({ systemPromptAppend: 'a\0b' })).toContain('NUL');
    expect(refuses({ systemPromptAppend: 'ж'.repeat(60_000) })).toContain('100000 bytes');
    expect(refuses({ model: 'a\0' })).toContain('model');
    expect(refuses({ options: { allowed_tools: 'read,grep,ls' } })).toContain('read_file');
    const limited = qwenSetup({ options: { allowed_tools: 'glob' } });
    const safe = { ...limited, machine: { ...limited.machine, environment: { QWEN_CODE_SAFE_MODE: 'On' } } };
    expect(qwenAdapter.refuses?.(safe)).toContain('QWEN_CODE_SAFE_MODE');
    expect(qwenAdapter.refuses?.({ ...safe, options: {} })).toBeUndefined();
  });
});
