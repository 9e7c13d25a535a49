import type { Model, ModelColumn, SessionEntry, TurnView } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { modelsText } from '../../src/texts/models-text.js';
import { runningText } from '../../src/texts/running-text.js';
import { sessionsText } from '../../src/texts/sessions-text.js';
import { waitingText } from '../../src/texts/waiting-text.js';

const view: TurnView = {
  id: 't7k2',
  session: '5aef3387',
  state: 'running',
  cwd: '/repository',
  transport: 'stream',
  createdAt: 0,
  elapsedMs: 50_000,
  tools: [
    ['read_file', 2],
    ['run_shell_command', 1],
  ],
  runningTool: 'run_shell_command',
  lastActivityAt: 8000,
  messagesSent: 1,
  approvals: [],
  steer: 'redirects',
};
const parked = { id: 'a1', tool: 'run_shell_command', input: { command: 'rm -rf build' }, expiresAt: 130_000 };
const options = { now: 10_000, personOnly: false };

describe('waitingText', () => {
  it('says where the turn stands and how to get its answer', () => {
    expect(waitingText('qwen', view, options)).toBe(
      [
        '[session: 5aef3387] [turn: t7k2]',
        '[running: 50s · 3 tool calls: read_file×2, run_shell_command · now: run_shell_command]',
        'Still working; nothing is lost. For the answer: qwen_wait({ turn: "t7k2" }). To change course: qwen_send.',
      ].join('\n'),
    );
  });

  it('says of a queued turn, which has no session yet, what it waits for', () => {
    const { session: _session, runningTool: _tool, ...rest } = view;
    const queued: TurnView = { ...rest, state: 'queued', queuedFor: 'slot', tools: [], elapsedMs: 3000 };
    expect(waitingText('qwen', queued, options).split('\n').slice(0, 2)).toEqual([
      '[turn: t7k2]',
      '[queued: 3.0s · waits for a free place, too many turns run]',
    ]);
  });

  it('shows what an approval asks and how to answer it', () => {
    expect(
      waitingText('qwen', { ...view, approvals: [parked] }, options)
        .split('\n')
        .slice(2),
    ).toEqual([
      '[needs approval: a1 · run_shell_command · denied by itself in 2m]',
      '{"command":"rm -rf build"}',
      'To answer: qwen_send({ turn: "t7k2", command: "allow" }) or qwen_send({ turn: "t7k2", command: "deny" }). Then qwen_wait({ turn: "t7k2" }).',
    ]);
  });

  it('names which approval when several wait, and offers no yes that would not count', () => {
    const several = waitingText('qwen', { ...view, approvals: [parked, { ...parked, id: 'a2' }] }, options);
    expect(several).toContain('qwen_send({ turn: "t7k2", approval: "a1", command: "allow" })');
    const person = waitingText('qwen', { ...view, approvals: [parked] }, { ...options, personOnly: true });
    expect(person).toContain('Only a person may allow it, whom qwen_wait asks');
    expect(person).not.toContain('"allow"');
  });

  it('bounds what an approval shows', () => {
    const huge = { ...parked, input: { text: 'x'.repeat(100_000) } };
    expect(waitingText('qwen', { ...view, approvals: [huge] }, options).length).toBeLessThan(3000);
  });
});

describe('runningText', () => {
  it('lists turns with what a caller needs to choose', () => {
    expect(
      runningText(
        'qwen',
        [view, { ...view, id: 't8', approvals: [parked], messagesSent: 0, steer: 'impossible', transport: 'print' }],
        10_000,
      ),
    ).toBe(
      [
        '2 running:',
        '[session: 5aef3387] [turn: t7k2] running: 50s · 3 tool calls: read_file×2, run_shell_command · now: run_shell_command',
        '  /repository · last heard 2.0s ago · 1 message sent in · steer interrupts it and goes on with the message',
        '[session: 5aef3387] [turn: t8] running: 50s · 3 tool calls: read_file×2, run_shell_command · now: run_shell_command',
        '  /repository · last heard 2.0s ago · needs approval: a1 (run_shell_command) · steer cannot reach print',
      ].join('\n'),
    );
  });

  it('says when there is none', () => {
    expect(runningText('qwen', [], 0)).toBe(
      'No qwen turn is running. qwen_sessions lists the sessions that can be continued.',
    );
  });
});

describe('sessionsText', () => {
  const session: SessionEntry = { id: 's-1', cwd: '/repository', lastUsedAt: Date.UTC(2026, 10, 30, 17, 4, 33) };
  const page = { agent: 'qwen', total: 45, page: 2, pageSize: 20 };

  it('lists id, status, time, directory and model', () => {
    expect(sessionsText([session, { ...session, id: 's-2', status: 'interrupted', model: 'large' }], page)).toBe(
      [
        '45 known, newest first, page 2 of 3:',
        's-1 · status unknown · 2026-11-30T17:04Z · /repository',
        's-2 · interrupted · 2026-11-30T17:04Z · /repository · large',
      ].join('\n'),
    );
  });

  it('says when there is nothing to list', () => {
    expect(sessionsText([], { ...page, total: 0 })).toBe('No qwen session is known.');
    expect(sessionsText([], { ...page, total: 0, cwd: '/x' })).toBe('No qwen session is known in /x.');
    expect(sessionsText([], { ...page, page: 9 })).toBe('There is no page 9: 45 sessions fill 3.');
  });
});

describe('modelsText', () => {
  const columns: ModelColumn[] = [
    { key: 'id', title: 'model' },
    { key: 'provider', title: 'provider' },
    { key: 'contextWindow', title: 'context' },
    { key: 'thinking', title: 'thinks' },
    { key: 'images', title: 'images' },
  ];
  const models: Model[] = [
    { id: 'large', provider: 'one', contextWindow: 200_000, thinking: true, current: true },
    { id: 'small', provider: 'two', thinking: false },
  ];

  it('shows the columns that the adapter names and some model fills', () => {
    expect(modelsText('qwen', models, columns)).toBe(
      [
        '2 of 2 models of qwen:',
        'model | provider | context | thinks',
        'large (in use) | one | 200k | yes',
        'small | two | ? | no',
      ].join('\n'),
    );
  });

  it('searches ids, names and providers', () => {
    expect(modelsText('qwen', models, columns, 'TWO')).toContain(
      '1 of 2 models of qwen:\nmodel | provider\nsmall | two',
    );
    expect(modelsText('qwen', models, columns, 'huge')).toBe('None of the 2 models of qwen matches "huge".');
    expect(modelsText('qwen', [], columns)).toBe('qwen can reach no model.');
  });

  it('shows a hundred at most', () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ id: `m${index}` }));
    expect(modelsText('qwen', many, columns).split('\n').at(-1)).toBe('… and 30 more; narrow it with search');
  });
});
