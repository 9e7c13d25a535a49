import { qwenAdapter } from '@agentmount/adapter-qwen';
import { readSettings } from '@agentmount/server';
import { describe, expect, it } from 'vitest';

const read = (environment: Record<string, string>) => readSettings(qwenAdapter, { environment, home: '/home/someone' });

describe('QWEN_MCP_APPROVAL_MODE', () => {
  it('is yolo when it is unset', () => {
    expect(read({}).settings.runner.options).toEqual({ approval_mode: 'yolo' });
    expect(read({}).problems).toEqual([]);
  });

  it.each(['plan', 'default', 'auto-edit', 'auto', 'yolo'])('is honoured as %s', (value) => {
    const { settings, problems } = read({ QWEN_MCP_APPROVAL_MODE: value });
    expect(settings.runner.options).toEqual({ approval_mode: value });
    expect(problems).toEqual([]);
  });

  it.each(['', 'YOLO', 'everything', ' yolo', 'yolo '])('is default, and never yolo, when it is %j', (value) => {
    const { settings, problems } = read({ QWEN_MCP_APPROVAL_MODE: value });
    expect(settings.runner.options).toEqual({ approval_mode: 'default' });
    expect(problems).toEqual([expect.stringMatching(/^QWEN_MCP_APPROVAL_MODE .*; taken instead: default\.$/)]);
  });
});
