import { fileURLToPath } from 'node:url';
import { fuzzCodec, loadTranscripts, type Transcript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';

const transcripts = await loadTranscripts(fileURLToPath(new URL('transcripts', import.meta.url)));
const of = (transport: string): readonly Transcript[] =>
  [...transcripts.values()].filter((transcript) => transcript.header.transport === transport);

describe('under fuzz', () => {
  it('rpc holds the contract', () => {
    const summary = fuzzCodec({ adapter: piAdapter, transport: 'rpc', transcripts: of('rpc'), runs: 20_000 });
    console.log(JSON.stringify(summary));
    expect(summary.settled.completed).toBeGreaterThan(1000);
  });

  it('print holds the contract', () => {
    const summary = fuzzCodec({ adapter: piAdapter, transport: 'print', transcripts: of('print'), runs: 5000 });
    console.log(JSON.stringify(summary));
    expect(summary.settled.completed).toBeGreaterThan(100);
  });
});
