import { describe, expect, it } from 'vitest';
import { claudeHistory } from '../src/history.js';

const machine = (environment: Record<string, string> = {}) => ({
  platform: 'linux' as const,
  home: '/home/ada',
  environment,
  files: {},
});
const at = Date.parse('2026-11-30T12:00:00.000Z');
const line = (type: string, content: unknown, more: object = {}) =>
  JSON.stringify({
    type,
    uuid: '1',
    parentUuid: null,
    timestamp: '2026-11-30T12:00:00.000Z',
    message: { role: type, content },
    ...more,
  });

describe('claudeHistory', () => {
  it('finds the file by directory and id', () => {
    const [place] = claudeHistory.places(machine(), '/home/ada/my_repo.x', 'abc');
    expect(place?.folder).toBe('/home/ada/.claude/projects/-home-ada-my-repo-x');
    expect(place?.matches('abc.jsonl')).toBe(true);
    expect(place?.matches('agent-abc.jsonl')).toBe(false);
    expect(claudeHistory.places(machine({ CLAUDE_CONFIG_DIR: '/c' }), '/r', 'abc')[0]?.folder).toBe('/c/projects/-r');
  });

  it('does not guess where claude keeps the sessions of a directory with a very long name', () => {
    expect(claudeHistory.places(machine(), `/${'a'.repeat(199)}`, 'abc')).toHaveLength(1);
    expect(claudeHistory.places(machine(), `/${'a'.repeat(200)}`, 'abc')).toEqual([]);
  });

  it('reads what was said and which tools were called, and no thoughts', () => {
    expect(claudeHistory.read(line('user', 'Hello'))).toEqual([{ role: 'user', text: 'Hello', at }]);
    const answer = line('assistant', [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: '1', name: 'Read', input: { file_path: 'a' } },
    ]);
    expect(claudeHistory.read(answer)).toEqual([
      { role: 'assistant', text: 'Looking.', at },
      { role: 'tool', tool: 'Read', text: '{"file_path":"a"}', at },
    ]);
    const results = line('user', [
      { type: 'tool_result', tool_use_id: '1', content: 'text of a' },
      { type: 'tool_result', tool_use_id: '2', content: [{ type: 'text', text: 'b' }, { type: 'image' }] },
      { type: 'image', source: {} },
    ]);
    expect(claudeHistory.read(results)).toEqual([
      { role: 'tool', text: 'text of a', at },
      { role: 'tool', text: 'b\n[image]', at },
      { role: 'user', text: '[image]', at },
    ]);
  });

  it.each([
    '',
    'half a li',
    'null',
    '[]',
    '{"type":"user"}',
    '{"type":"summary","summary":"x"}',
    line('system', 'x'),
    line('user', 'x', { isMeta: true }),
    line('user', 'x', { isCompactSummary: true }),
    line('assistant', [{ type: 'text', text: 'x' }], { isSidechain: true }),
    line('assistant', [null, 5, { type: 'text', text: ' ' }, { type: 'news' }]),
  ])('passes over %s', (text) => {
    expect(claudeHistory.read(text)).toEqual([]);
  });
});
