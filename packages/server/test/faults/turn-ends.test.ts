import { describe, expect, it } from 'vitest';
import { startHostile } from './hostile-setup.js';
import { type EndlessAgent, type TurnEnd, turnEndTest } from './turn-end-tests.js';

/** What says most of each kind; the others are in the slow lane. */
const CASES: readonly (readonly [EndlessAgent, readonly TurnEnd[]])[] = [
  [
    ['leaves-children', { after: 'hang' }, 'children-left'],
    ['cancelled', 'deadline', 'host closes', 'server killed'],
  ],
  [
    ['ignores-signals', {}, 'prompted'],
    ['cancelled', 'host closes'],
  ],
  [
    ['forks-while-dying', {}, 'prompted'],
    ['cancelled', 'server killed'],
  ],
  [['hops', {}, 'prompted'], ['server killed']],
];

describe('no process is left of an agent that leaves children everywhere', () => {
  it.each([
    ['answers', 'answer', false],
    ['exits in the middle of its work', 'exit', true],
  ] as const)('and %s', async (_, after, fails) => {
    await using setup = await startHostile('leaves-children', { after });
    const client = await setup.connect();
    const result = await client.call('qwen', { prompt: 'go' });
    expect(result.isError, result.text).toBe(fails);
    await setup.expectNothing({ besides: [client.pid] });
  });
});

describe.each(CASES)('no process is left of the agent %j', (agent, ends) => {
  for (const end of ends) turnEndTest(end, agent);
});
