import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLaunch, checkVariants, fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { claudeAdapter } from '../src/index.js';
import { answerOurs } from './answer-ours.js';
import { claudeSetup } from './claude-setup.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map(async (name) => ({ name, transcript: await loadTranscript(join(folder, name)) })),
);

describe("the codecs, on what claude's wire says", () => {
  it.each(transcripts)('$name: writes what it wrote then, and is not misled by damage', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter: claudeAdapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length + events.filter(({ type }) => type === 'models').length).toBeGreaterThan(0);
    expect(checkVariants(claudeAdapter, transcript).variants).toBeGreaterThan(5);
  });

  it.each(['stream', 'print'])('%s holds the contract under fuzz', (transport) => {
    const { settled, events } = fuzzCodec({
      adapter: claudeAdapter,
      transport,
      transcripts: transcripts.map(({ transcript }) => transcript),
      runs: 6_000,
      correlate: answerOurs,
    });
    expect(settled.completed).toBeGreaterThan(500);
    expect(settled.failed).toBeGreaterThan(500);
    if (transport === 'print') return;
    expect(settled.interrupted).toBeGreaterThan(100);
    expect(events.approval).toBeGreaterThan(50);
  });

  it('plans are pure, and two sessions differ in nothing else', () => {
    const options = {
      approval_mode: 'auto-edit',
      allowed_tools: 'Read, Agent',
      denied_tools: 'Bash(git push:*)',
      effort: 'low',
      output_schema: { type: 'object' },
      max_budget_usd: 2,
    } as const;
    const { plans } = checkLaunch({
      adapter: claudeAdapter,
      sessions: ['5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10', '0927adc5-a840-4b68-93ca-5ca344c9fafb'],
      setups: [claudeSetup({ options }), claudeSetup({ transport: 'print', options })],
    });
    expect(plans).toBeGreaterThan(20);
  });
});
