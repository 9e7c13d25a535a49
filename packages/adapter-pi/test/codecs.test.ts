import { fileURLToPath } from 'node:url';
import { fuzzCodec, loadTranscripts, type Transcript } from '@agentmount/core/testing';
import { expect, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';

const transcripts = await loadTranscripts(fileURLToPath(new URL('transcripts', import.meta.url)));
const of = (transport: string): readonly Transcript[] =>
  [...transcripts.values()].filter((transcript) => transcript.header.transport === transport);

it.each([1, 2])('the rpc codec comes to every end under fuzz (seed %i)', (seed) => {
  const summary = fuzzCodec({ adapter: piAdapter, transport: 'rpc', transcripts: of('rpc'), runs: 8000, seed });
  expect(summary.settled.completed).toBeGreaterThan(3000);
  expect(summary.settled.interrupted).toBeGreaterThan(1000);
  expect(summary.events.approval).toBeGreaterThan(500);
  expect(summary.events.steer).toBeGreaterThan(5000);
});

it('the print codec comes to every end under fuzz', () => {
  const summary = fuzzCodec({ adapter: piAdapter, transport: 'print', transcripts: of('print'), runs: 8000 });
  expect(summary.settled.completed).toBeGreaterThan(2000);
  expect(summary.settled.failed).toBeGreaterThan(2000);
});
