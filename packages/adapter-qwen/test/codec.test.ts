import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLaunch, checkVariants, fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { qwenAdapter } from '../src/index.js';
import { qwenSetup } from './qwen-setup.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map(async (name) => ({ name, transcript: await loadTranscript(join(folder, name)) })),
);

describe('the codecs, on what the real qwen said', () => {
  it.each(transcripts)('$name: writes what it wrote then, and is not misled by damage', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter: qwenAdapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length + events.filter(({ type }) => type === 'models').length).toBeGreaterThan(0);
    expect(checkVariants(qwenAdapter, transcript).variants).toBeGreaterThan(5);
  });

  it.each(['stream', 'print'])('%s holds the contract under fuzz', (transport) => {
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

  it('plans are pure, and two sessions differ in nothing else', () => {
    const limited = { allowed_tools: 'read_file, agent', effort: 'low', approval_mode: 'auto-edit' } as const;
    const { allowed_tools, approval_mode } = limited;
    const { plans } = checkLaunch({
      adapter: qwenAdapter,
      sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
      setups: [
        qwenSetup({ options: limited }),
        qwenSetup({ transport: 'print', options: { allowed_tools, approval_mode } }),
      ],
    });
    expect(plans).toBeGreaterThan(20);
  });
});

/** Puts the id of our last request of the same kind into a recorded response, so that a run that took another way is answered, too. */
function answerOurs(frame: string, sent: readonly string[]): string {
  const asked = /"type":"control_response".*?"request_id":"(([a-z]+)-\d+)"/.exec(frame);
  if (!asked) return frame;
  const [, id = '', kind = ''] = asked;
  const ours = sent.findLast((line) => line.includes(`"request_id":"${kind}-`));
  const now = ours === undefined ? undefined : /"request_id":"([^"]+)"/.exec(ours)?.[1];
  return now === undefined ? frame : frame.replace(`"${id}"`, `"${now}"`);
}
