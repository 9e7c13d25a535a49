import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fuzzCodec, loadTranscripts } from '../../src/testing/index.js';
import { toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));

describe('fuzzCodec', () => {
  it('finds nothing in a codec that keeps the rules, and reaches every event', () => {
    const start = performance.now();
    const lines = fuzzCodec({
      adapter: toyAdapter(),
      transport: 'lines',
      transcripts: transcripts.values(),
      runs: 20_000,
    });
    console.log(lines, performance.now() - start);
    const once = fuzzCodec({
      adapter: toyAdapter(),
      transport: 'once',
      transcripts: transcripts.values(),
      runs: 20_000,
    });
    console.log(once, performance.now() - start);
  });
});
