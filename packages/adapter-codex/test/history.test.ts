import { expect, it } from 'vitest';
import { codexHistory } from '../src/history.js';

const machine = { platform: 'linux', home: '/home/ada', environment: {}, files: {} } as const;
// 2026-11-30, in the evening in UTC: elsewhere it was the day after already.
const SESSION = '01a22e3d-41ec-7bf2-84c0-aeb39a522042';

it('looks where the thread began, one day around it for every time zone', () => {
  const places = codexHistory.places(machine, '/project', SESSION);
  expect(places.map(({ folder }) => folder)).toEqual([
    '/home/ada/.codex/sessions/2026/11/30',
    '/home/ada/.codex/sessions/2026/11/29',
    '/home/ada/.codex/sessions/2026/12/01',
  ]);
  expect(places[0]?.matches(`rollout-2026-11-30T23-59-00-${SESSION}.jsonl`)).toBe(true);
  expect(places[0]?.matches(`rollout-2026-11-30T23-59-00-${SESSION.replace('0', '1')}.jsonl`)).toBe(false);
  const moved = { ...machine, environment: { CODEX_HOME: '/data/codex' } };
  expect(codexHistory.places(moved, '/project', SESSION)[0]?.folder).toBe('/data/codex/sessions/2026/11/30');
  const windows = { ...machine, platform: 'win32', home: 'C:\\Users\\ada' } as const;
  expect(codexHistory.places(windows, 'C:\\x', SESSION)[0]?.folder).toBe(
    'C:\\Users\\ada\\.codex\\sessions\\2026\\11\\30',
  );
});

it('finds no place for an id without a time in it', () => {
  expect(codexHistory.places(machine, '/project', 'ffffffff-ffff-4fff-8fff-ffffffffffff')).toEqual([]);
});

it('reads what was said and done, and neither context nor thoughts', () => {
  const read = (payload: object, type = 'response_item') =>
    codexHistory.read(JSON.stringify({ timestamp: '2026-11-30T21:01:54.522Z', type, payload }));
  const at = Date.parse('2026-11-30T21:01:54.522Z');
  const message = (role: string, ...texts: string[]) => ({
    type: 'message',
    role,
    content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
  });
  expect(read(message('user', 'see'))).toEqual([{ role: 'user', text: 'see', at }]);
  expect(read(message('assistant', 'Seen.'))).toEqual([{ role: 'assistant', text: 'Seen.', at }]);
  expect(read({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'data:' }] })).toEqual([
    { role: 'user', text: '[image]', at },
  ]);
  expect(read({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}' })).toEqual([
    { role: 'tool', tool: 'exec_command', text: '{"cmd":"ls"}', at },
  ]);
  expect(read({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin' })).toMatchObject([
    { tool: 'apply_patch', text: '*** Begin' },
  ]);
  expect(read({ type: 'function_call_output', call_id: 'c', output: 'a.txt' })).toMatchObject([{ text: 'a.txt' }]);
  for (const nothing of [
    message('developer', 'You are a coding agent.'),
    message('user', '<environment_context>\n  <cwd>/x</cwd>'),
    message('user', '# AGENTS.md instructions for /x'),
    message('user', '<turn_aborted>\nThe user interrupted'),
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'A secret.' }] },
  ])
    expect(read(nothing)).toEqual([]);
  expect(read(message('user', 'see'), 'event_msg')).toEqual([]);
  expect(codexHistory.read('not JSON')).toEqual([]);
});
