import { describe, expect, it } from 'vitest';
import { qwenHistory } from '../src/history.js';

const machine = (environment: Record<string, string> = {}) => ({
  platform: 'linux' as const,
  home: '/home/ada',
  environment,
  files: {},
});
const line = (type: string, parts: unknown[], more: object = {}) =>
  JSON.stringify({ type, timestamp: '2026-11-30T12:00:00.000Z', message: { role: 'model', parts }, ...more });
const at = Date.parse('2026-11-30T12:00:00.000Z');

describe('qwenHistory', () => {
  it('finds the file by directory and id', () => {
    const [place] = qwenHistory.places(machine({ QWEN_HOME: '/q' }), '/home/ada/my_repo.x', 'abc');
    expect(place?.folder).toBe('/q/projects/-home-ada-my-repo-x/chats');
    expect(place?.matches('abc.jsonl')).toBe(true);
    expect(place?.matches('abc.jsonl.bak')).toBe(false);
    expect(qwenHistory.places(machine(), '/r', 'abc')[0]?.folder).toBe('/home/ada/.qwen/projects/-r/chats');
    expect(qwenHistory.places(machine({ QWEN_RUNTIME_DIR: '/run' }), '/r', 'abc')[0]?.folder).toBe(
      '/run/projects/-r/chats',
    );
  });

  it('reads what was said and which tools were called, and no thoughts', () => {
    expect(qwenHistory.read(line('user', [{ text: 'Hello' }]))).toEqual([{ role: 'user', text: 'Hello', at }]);
    const answer = line('assistant', [
      { text: 'Hm.', thought: true },
      { text: 'Looking.' },
      { functionCall: { id: '1', name: 'read_file', args: { path: 'a' } } },
    ]);
    expect(qwenHistory.read(answer)).toEqual([
      { role: 'assistant', text: 'Looking.', at },
      { role: 'tool', tool: 'read_file', text: '{"path":"a"}', at },
    ]);
    const result = line('tool_result', [
      { functionResponse: { name: 'read_file', response: { output: 'text of a' } } },
    ]);
    expect(qwenHistory.read(result)).toEqual([{ role: 'tool', tool: 'read_file', text: 'text of a', at }]);
  });

  it.each([
    '',
    'half a li',
    'null',
    '[]',
    '{"type":"user"}',
    '{"type":"system","message":{"parts":[{"text":"x"}]}}',
    '{"type":"assistant","message":{"parts":[null,5]}}',
  ])('passes over %j', (text) => {
    expect(qwenHistory.read(text)).toEqual([]);
  });
});
