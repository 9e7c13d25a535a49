import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { answerOurs } from './answer-ours.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map(async (name) => ({ name, transcript: await loadTranscript(join(folder, name)) })),
);

describe('the codecs, on what the real qwen said', () => {
  it.each(transcripts)('$name: writes what it wrote then, and knows every frame', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter: qwenAdapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length + events.filter(({ type }) => type === 'models').length).toBeGreaterThan(0);
  });

  it.each(['stream', 'print'])('%s comes to every end under fuzz', (transport) => {
    const { settled } = fuzzCodec({
      adapter: qwenAdapter,
      transport,
      transcripts: transcripts.map(({ transcript }) => transcript),
      runs: 6_000,
      correlate: answerOurs,
    });
    expect(settled.completed).toBeGreaterThan(500);
    expect(settled.failed).toBeGreaterThan(500);
    if (transport === 'stream') expect(settled.interrupted).toBeGreaterThan(100);
  });
});
