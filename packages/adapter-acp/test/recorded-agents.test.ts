import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLaunch, checkVariants, fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
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

  it.each(own)('$name: writes what it wrote then, and is not misled by damage', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length).toBeGreaterThan(0);
    expect(checkVariants(adapter, transcript).variants).toBeGreaterThan(5);
  });

  it('holds the contract under fuzz', () => {
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

/** What a reply to each of our methods looks like. */
const REPLIES: readonly (readonly [mark: RegExp, method: string])[] = [
  [/"stopReason"/, 'session/prompt'],
  [/"protocolVersion"/, 'initialize'],
  [/"result":\{"sessionId".*"modes"/, 'session/new'],
  [/"result":\{"configOptions".*"modes"/, 'session/resume'],
  [/"result":\{"modes"/, 'session/load'],
  [/"result":\{"configOptions"/, 'session/set_config_option'],
  [/"result":\{\}/, 'session/set_mode'],
];

/** Puts the id of our last request of the same kind into a recorded reply, so that a run that took another way is answered, too. */
function answerOurs(frame: string, sent: readonly string[]): string {
  const reply = /^\{"jsonrpc":"2.0","id":(\d+),"(?:result|error)"/.exec(frame);
  if (!reply) return frame;
  const method = REPLIES.find(([mark]) => mark.test(frame))?.[1];
  const ours = sent.findLast((line) => line.includes(method === undefined ? '"method":"' : `"method":"${method}"`));
  const id = ours === undefined ? undefined : /"id":(\d+)/.exec(ours)?.[1];
  return id === undefined ? frame : frame.replace(`"id":${reply[1]}`, `"id":${id}`);
}
