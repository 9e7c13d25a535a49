import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { traitsOf } from '@agentmount/core';
import { checkLaunch, checkVariants, fuzzCodec, loadTranscript, replayTranscript } from '@agentmount/core/testing';
import { describe, expect, it } from 'vitest';
import { codexAdapter } from '../src/adapter.js';
import { answerOurs } from './answer-ours.js';
import { setupFor } from './record-codex.js';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = await Promise.all(
  readdirSync(folder)
    .sort()
    .map(async (name) => ({ name, transcript: await loadTranscript(join(folder, name)) })),
);
const SESSIONS = ['0927adc5-a840-4b68-93ca-5ca344c9fafb', '5aef3387-0c4b-4d55-9d3c-5d0f7d1b9a10'] as const;

describe('the codecs, on what the real codex said', () => {
  it.each(transcripts)('$name: writes what it wrote then, and is not misled by damage', ({ transcript }) => {
    const { settled, events } = replayTranscript({ adapter: codexAdapter, transcript });
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([]);
    expect(settled.length + events.filter(({ type }) => type === 'models').length).toBeGreaterThan(0);
    expect(checkVariants(codexAdapter, transcript).variants).toBeGreaterThan(5);
  });

  it.each([1, 2])('hold the contract under fuzz over app-server (seed %i)', (seed) => {
    const { settled, events } = fuzzCodec({
      adapter: codexAdapter,
      transport: 'app-server',
      transcripts: transcripts.map(({ transcript }) => transcript),
      runs: 6000,
      seed,
      correlate: answerOurs,
    });
    expect(settled.completed).toBeGreaterThan(1000);
    expect(settled.failed).toBeGreaterThan(1000);
    expect(settled.interrupted).toBeGreaterThan(500);
    expect(events.approval).toBeGreaterThan(100);
    expect(events.steer).toBeGreaterThan(1000);
    expect(events.models).toBeGreaterThan(50);
  });

  it('hold the contract under fuzz over exec', () => {
    const { settled } = fuzzCodec({
      adapter: codexAdapter,
      transport: 'exec',
      transcripts: transcripts.map(({ transcript }) => transcript),
      runs: 6000,
    });
    expect(settled.completed).toBeGreaterThan(1000);
    expect(settled.failed).toBeGreaterThan(1000);
  });

  it('have plans that are pure, and app-server one for every session, model and permission of a directory', () => {
    const schema = '{"type":"object"}';
    const setups = [
      setupFor({ model: 'fake-2', options: { sandbox: 'danger-full-access', effort: 'low', output_schema: schema } }),
      setupFor({ transport: 'exec', model: 'fake-2', options: { sandbox: 'read-only', output_schema: schema } }),
    ];
    expect(checkLaunch({ adapter: codexAdapter, sessions: SESSIONS, setups }).plans).toBeGreaterThan(10);
    expect(codexAdapter.resume(setups[0] ?? setupFor(), SESSIONS[0])).toEqual(codexAdapter.launch(setupFor()));
  });

  it('have the traits of their wires', () => {
    const [appServer, exec] = codexAdapter.transports;
    expect(traitsOf(codexAdapter, appServer)).toEqual({
      interrupt: true,
      steer: true,
      asks: true,
      models: true,
      images: true,
      presetsSession: false,
      resumesByPrompt: true,
    });
    expect(exec && traitsOf(codexAdapter, exec)).toEqual({
      interrupt: false,
      steer: false,
      asks: false,
      models: false,
      images: false,
      presetsSession: false,
      resumesByPrompt: false,
    });
  });
});
