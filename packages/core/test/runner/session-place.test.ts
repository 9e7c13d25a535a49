import { describe, expect, it } from 'vitest';
import type { AgentAdapter, HistoryReader } from '../../src/index.js';
import { toyAdapter } from '../testing/toy/toy-adapter.js';
import { createToyRunner } from './toy-runner.js';

/** A turn of a new session whose process is cut off, with an adapter that keeps sessions in these places. */
async function cutOff(places: HistoryReader['places']) {
  const adapter = { ...(toyAdapter() as AgentAdapter), history: { places, read: () => [] } };
  await using toy = await createToyRunner({ adapter });
  return await (await toy.runner.start({ prompt: 'crash' })).report;
}

describe('a session whose process was cut off', () => {
  it('is none when its place has no file of it', async () => {
    const report = await cutOff(({ home }) => [{ folder: home, matches: () => false }]);
    expect(report).toMatchObject({ ending: 'cut-off', resumable: false });
  });

  it('is taken for one when its place cannot be told', async () => {
    expect(await cutOff(() => [])).toMatchObject({ ending: 'cut-off', resumable: true });
  });
});
