import { expect, it } from 'vitest';
import type { FoundTurn } from '../../src/shared/running-turns.js';
import { chooseTurns } from '../../src/stop/choose-turns.js';

const turnOf = (turn: string, pid: number, session?: string): FoundTurn => ({
  key: `${turn} ${pid}`,
  turn,
  agent: 'toy',
  cwd: '/work',
  state: 'running',
  depth: 0,
  createdAt: 1,
  statePath: '/state/sessions.json',
  server: { pid, startTime: '1', bootId: 'b', host: 'h', machineId: 'm', pidNamespace: 'n' },
  ...(session !== undefined && { session }),
});

it('means a turn by its id, by its session, and by its server where two have one id', () => {
  const [a, b, c] = [turnOf('taaaa', 10, 's1'), turnOf('tbbbb', 10), turnOf('taaaa', 20)];
  const choose = (...words: readonly string[]) => chooseTurns(words, [a, b, c], 'tool');
  expect(choose('tbbbb')).toEqual([b]);
  expect(choose('s1')).toEqual([a]);
  expect(choose('taaaa@20', 's1', 'taaaa@10')).toEqual([c, a]);
  expect(() => choose('taaaa')).toThrow('"taaaa" is a turn of several servers: say which, taaaa@10 or taaaa@20.');
  expect(() => choose('tbbbb', 'tcccc')).toThrow('no turn "tcccc" is running; tool running lists them');
});
