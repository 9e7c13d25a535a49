import { qwenAdapter } from '@agentmount/adapter-qwen';
import type { AgentAdapter } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src/configuration/configuration.js';
import { configuredSettings } from '../../src/configuration/configured-settings.js';
import { testIo } from '../support/test-io.js';

type Variables = Readonly<Record<string, string | number | boolean>>;

const FILE = '/home/someone/.config/agentmount/config.json';
const adapter = qwenAdapter as AgentAdapter;

function read(variables: Variables, environment: Readonly<Record<string, string>> = {}) {
  const agents = new Map([['qwen', { variables: { ...variables } }]]);
  const configuration: Configuration = { file: FILE, folder: '/home/someone/.config/agentmount', serve: [], agents };
  return configuredSettings(adapter, configuration, testIo('/home/someone', environment));
}

describe('the settings of an agent', () => {
  it('are those of the file, as if they were environment variables', () => {
    const { settings, problems, fatal } = read({
      MODEL: 'qwen3-coder-plus',
      TIMEOUT_MS: 60_000,
      STDERR_KEEP_EVENTS: true,
      APPROVAL_MODE: 'plan',
      STATE: '~/state.json',
      WRAP: "bwrap --bind '/a b' /",
    });
    expect({ problems, fatal }).toEqual({ problems: [], fatal: [] });
    expect(settings.runner).toMatchObject({
      model: 'qwen3-coder-plus',
      timeoutMs: 60_000,
      stderrKeepEvents: true,
      options: { approval_mode: 'plan' },
      statePath: '/home/someone/state.json',
      wrap: ['bwrap', '--bind', '/a b', '/'],
    });
  });

  it('are those of the environment where it says something', () => {
    const { settings } = read(
      { MODEL: 'from-file', SPARES: 3 },
      { QWEN_MCP_MODEL: 'from-environment', QWEN_MCP_SPARES: '' },
    );
    expect(settings.runner).toMatchObject({ model: 'from-environment', spares: 3 });
  });

  it('take an empty approval mode of the environment for a careful one, whatever the file says', () => {
    const { settings } = read({ APPROVAL_MODE: 'yolo' }, { QWEN_MCP_APPROVAL_MODE: '' });
    expect(settings.runner.options).toEqual({ approval_mode: 'default' });
  });

  it.each([
    [{ TIMEOUT_MS: 'soon' }, 'TIMEOUT_MS must be a whole number of milliseconds from 0 to 2147483647, but is "soon".'],
    [{ STDERR_KEEP_EVENTS: 'maybe' }, 'STDERR_KEEP_EVENTS must be 1 or 0, but is "maybe".'],
    [{ APPROVAL_MODE: 'YOLO' }, 'APPROVAL_MODE must be one of plan, default, auto-edit, auto, yolo, but is "YOLO".'],
    [{ TRANSPORT: 'pipe' }, 'TRANSPORT must be one of stream, print, acp, but is "pipe".'],
    [{ WRAP: "bwrap 'open" }, /^WRAP must be words as a shell splits them, but is "bwrap 'open" \(.+\)\.$/],
    [{ MODLE: 'x' }, 'MODLE is not a variable of qwen; write MODEL.'],
    [{ QWEN_MCP_MODEL: 'x' }, 'QWEN_MCP_MODEL is not a variable of qwen; write MODEL.'],
    [{ COLOUR: 'x' }, /^COLOUR is not a variable of qwen; there are BIN, MODEL, /],
  ] as const)('refuse %j in the file', (variables, problem) => {
    let message = '';
    try {
      read(variables);
    } catch (error) {
      ({ message } = error as Error);
    }
    const place = `${FILE}: agents.qwen.variables.`;
    expect(message.slice(0, place.length)).toBe(place);
    if (typeof problem === 'string') expect(message.slice(place.length)).toBe(problem);
    else expect(message.slice(place.length)).toMatch(problem);
  });
});
