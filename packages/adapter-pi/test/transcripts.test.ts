import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Event } from '@agentmount/core';
import { formatTranscript, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { piAdapter } from '../src/adapter.js';
import { play, SCENARIOS } from './scenarios.js';
import { toTranscript } from './scrub.js';

const file = (name: string) => fileURLToPath(new URL(`transcripts/${name}.jsonl`, import.meta.url));

// AGENTMOUNT_RECORD=1 writes the transcripts anew: do it when pi has changed on purpose, and read the difference.
const record = process.env.AGENTMOUNT_RECORD === '1';

describe.each(Object.entries(SCENARIOS))('%s', (name, scenario) => {
  it('goes with the real pi as its transcript says', async () => {
    const { pi, home } = await play(scenario);
    const fresh = toTranscript(pi, home, scenario.note);
    if (record) await writeFile(file(name), formatTranscript(fresh));
    const stored = replayTranscript({ adapter: piAdapter, transcript: await loadTranscript(file(name)) });
    const played = replayTranscript({ adapter: piAdapter, transcript: fresh });
    expect(stored.settled).toEqual(scenario.ends);
    expect(played.settled).toEqual(scenario.ends);
    expect(outline(played.events)).toEqual(outline(stored.events));
  });
});

/**
 * The kinds of events in their order, however finely the text was cut, and whether a message that came between two runs waited in the
 * queue for a moment or not.
 */
function outline(events: readonly Event[]): readonly string[] {
  const kinds = events
    .filter((event) => event.type !== 'unknown' && !(event.type === 'steer' && event.state === 'accepted'))
    .map((event) => event.type);
  return kinds.filter((kind, index) => kind !== 'text' || kinds[index - 1] !== 'text');
}
