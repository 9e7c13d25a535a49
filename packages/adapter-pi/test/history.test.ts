import { describe, expect, it } from 'vitest';
import { piHistory } from '../src/history.js';

const machine = { platform: 'linux' as const, home: '/home/ada', environment: {}, files: {} };
const line = (message: object) => JSON.stringify({ type: 'message', timestamp: '2026-11-30T12:00:00.000Z', message });
const at = Date.parse('2026-11-30T12:00:00.000Z');

describe('piHistory', () => {
  it('finds the file by directory and id', () => {
    const [place] = piHistory.places(machine, '/home/ada/repo', '0192-x');
    expect(place?.folder).toBe('/home/ada/.pi/agent/sessions/--home-ada-repo--');
    expect(place?.matches('2026-11-30T12-00-00-000Z_0192-x.jsonl')).toBe(true);
    expect(place?.matches('2026-11-30T12-00-00-000Z_0192-xy.jsonl')).toBe(false);
  });

  it('reads what was said and which tools were called, and no thoughts', () => {
    expect(piHistory.read(line({ role: 'user', content: 'Hello' }))).toEqual([{ role: 'user', text: 'Hello', at }]);
    const content = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Looking.' },
      { type: 'toolCall', id: '1', name: 'read', arguments: { path: 'a' } },
    ];
    expect(piHistory.read(line({ role: 'assistant', content }))).toEqual([
      { role: 'assistant', text: 'Looking.', at },
      { role: 'tool', tool: 'read', text: '{"path":"a"}', at },
    ]);
    const result = { role: 'toolResult', toolName: 'read', content: [{ type: 'text', text: 'text of a' }] };
    expect(piHistory.read(line(result))).toEqual([{ role: 'tool', tool: 'read', text: 'text of a', at }]);
    expect(piHistory.read(line({ role: 'user', content: [{ type: 'image', data: 'x' }] }))).toEqual([
      { role: 'user', text: '[image]', at },
    ]);
  });

  it.each([
    '',
    'half a li',
    'null',
    '[]',
    '{"type":"message"}',
    '{"type":"session","id":"x"}',
    '{"type":"message","message":{"role":"system","content":"x"}}',
  ])('passes over %j', (text) => {
    expect(piHistory.read(text)).toEqual([]);
  });
});
