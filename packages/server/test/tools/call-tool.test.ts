import { describe, expect, it } from 'vitest';
import { mountAdapter } from '../../src/mount/mount-adapter.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { callTool } from '../../src/tools/call-tool.js';
import { linesAdapter } from '../fixtures/lines-adapter.js';

let runners = 0;
const { settings } = readSettings(linesAdapter, { environment: {}, home: '/home/someone' });
const { tools } = mountAdapter({
  adapter: linesAdapter,
  settings,
  createRunner() {
    runners += 1;
    return Promise.reject(new Error('the state folder is on fire'));
  },
});

function call(name: string, given: unknown) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return callTool(tool, given, { signal: new AbortController().signal });
}

describe('arguments that do not fit', () => {
  it.each([
    ['lines', {}, 'lines: prompt is required (a text).'],
    ['lines', undefined, 'lines: prompt is required (a text).'],
    ['lines', { prompt: 5 }, 'lines: prompt must be a text.'],
    ['lines', { prompt: null }, 'lines: prompt must be a text.'],
    ['lines', { prompt: 'a', cwd: 7 }, 'lines: cwd must be a text.'],
    ['lines', { prompt: 'a', timeout_ms: '5000' }, 'lines: timeout_ms must be a number.'],
    ['lines', { prompt: 'a', timeout_ms: 999 }, 'lines: timeout_ms must be at least 1000.'],
    ['lines', { prompt: 'a', timeout_ms: 1000.5 }, 'lines: timeout_ms must be a whole number.'],
    ['lines', { prompt: 'a', wait_ms: -1 }, 'lines: wait_ms must be at least 0.'],
    ['lines', { prompt: 'a', transport: 'tcp' }, 'lines: transport must be one of pipe, once.'],
    ['lines', { prompt: 'a', tone: 'shy' }, 'lines: tone must be one of plain, loud.'],
    ['lines', { prompt: 'a', limit: 10 }, 'lines: limit must be at most 9.'],
    ['lines', { prompt: 'x'.repeat(2_000_001) }, 'lines: prompt must have at most 2000000 characters.'],
    ['lines', [], 'lines: the list of arguments must be an object.'],
    ['lines_reply', { prompt: 'a' }, 'lines_reply: session is required (a text).'],
    [
      'lines_send',
      { session: 's-1', command: 'stop' },
      'lines_send: command must be one of steer, follow_up, abort, allow, deny.',
    ],
    ['lines_running', { all: true }, 'lines_running: there is no argument "all"; it takes none.'],
    ['lines_sessions', { page: 0 }, 'lines_sessions: page must be at least 1.'],
  ])('%s %j', async (name, given, text) => {
    expect(await call(name, given)).toEqual({ text, isError: true, facts: { status: 'refused', code: 'argument' } });
  });

  it('are all named at once, with what the tool takes', async () => {
    const { text } = await call('lines', { prompt: 1, cwd: 2, model_name: 'x' });
    expect(text).toBe(
      'lines: prompt must be a text; cwd must be a text; there is no argument "model_name"; it takes prompt, cwd, model, tone, limit, ' +
        'system_prompt_append, transport, timeout_ms, wait_ms.',
    );
  });

  it('start nothing', () => {
    expect(runners).toBe(0);
  });
});

describe('a runner that cannot be made', () => {
  it('is said, and tried again at the next call', async () => {
    for (const count of [1, 2]) {
      const result = await call('lines_running', {});
      expect(result).toEqual({
        text: 'lines_running failed: the state folder is on fire',
        isError: true,
        facts: { status: 'failed' },
      });
      expect(runners).toBe(count);
    }
  });
});
