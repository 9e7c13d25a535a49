import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  FuzzError,
  fuzzCodec,
  INVARIANTS,
  type InvariantId,
  loadTranscripts,
  runSteps,
} from '../../src/testing/index.js';
import { brokenCodecs } from './broken/broken-codecs.js';
import { toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

function fuzzed(id: InvariantId, transport: string, seed: number): FuzzError | undefined {
  try {
    fuzzCodec({
      adapter: toyAdapter(brokenCodecs[id]),
      transport,
      transcripts: transcripts.values(),
      seed,
      runs: 3000,
    });
    return undefined;
  } catch (error) {
    if (error instanceof FuzzError) return error;
    throw error;
  }
}

describe('INVARIANTS', () => {
  it('have one sentence each', () => {
    for (const { id, rule } of INVARIANTS) {
      expect(rule, id).toMatch(/^[A-Z].*\.$/);
      expect(rule.slice(0, -1), id).not.toMatch(/[.!?] /);
    }
  });

  it.each(INVARIANTS.map(({ id }) => id as InvariantId))('%s is broken by its own fault and by nothing else', (id) => {
    for (const transport of ['lines', 'once']) {
      for (const seed of [1, 2, 3]) {
        const error = fuzzed(id, transport, seed);
        if (error) expect(error.cause.id).toBe(id);
        else expect(transport, `${id} was not found on the transport that can show it`).not.toBe(shownOn(id));
      }
    }
  });

  it('are broken again by the steps that the error gives, and only a few are left of them', () => {
    for (const id of Object.keys(brokenCodecs) as InvariantId[]) {
      const error = fuzzed(id, shownOn(id), 4);
      if (!error) throw new Error(`${id} was not found`);
      expect(error.steps.length, id).toBeLessThanOrEqual(7);
      expect(error.message).toContain(`seed 4, run ${error.run}`);
      expect(() =>
        runSteps({ adapter: toyAdapter(brokenCodecs[id]), transcript: error.transcript, steps: error.steps }),
      ).toThrow(expect.objectContaining({ name: 'InvariantError', id }));
    }
  });
});

/** Only a codec that closes stdin can write after that. */
function shownOn(id: InvariantId): string {
  return id === 'write-after-close' ? 'once' : 'lines';
}
