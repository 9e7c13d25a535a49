import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLaunch, fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { answerOurs } from './answer-ours.js';
import { geminiAdapter, kimiAdapter, setupFor } from './record-run.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .sort()
    .map(async (name) => ({ name, transcript: await loadTranscript(join(folder, name)) })),
);
const UUIDS = ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'] as const;
const AGENTS = [
  { adapter: kimiAdapter, sessions: [`session_${UUIDS[0]}`, `session_${UUIDS[1]}`] as const, model: 'fake-2' },
  { adapter: geminiAdapter, sessions: UUIDS, model: 'gemini-2.5-flash' },
];

describe.each(AGENTS)('the codec, on what the real $adapter.name said', ({ adapter, sessions, model }) => {
  const own = transcripts.filter(({ transcript }) => transcript.header.adapter === adapter.name);

  it.each(own)('$name: writes what it wrote then, and knows every frame', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length).toBeGreaterThan(0);
  });

  it('comes to every end under fuzz', () => {
    const { settled, events } = fuzzCodec({
      adapter,
      transport: 'acp',
      transcripts: own.map(({ transcript }) => transcript),
      runs: 6_000,
      correlate: answerOurs,
    });
    expect(settled.completed).toBeGreaterThan(500);
    expect(settled.failed).toBeGreaterThan(500);
    expect(settled.interrupted).toBeGreaterThan(100);
    expect(events.approval).toBeGreaterThan(50);
  });

  it('has one plan for every session, model and mode of a directory', () => {
    const other = setupFor(adapter, { model, options: { mode: 'plan' } });
    expect(adapter.resume(other, sessions[0])).toEqual(adapter.launch(setupFor(adapter)));
    expect(checkLaunch({ adapter, sessions, setups: [other] }).plans).toBeGreaterThan(10);
  });
});
