import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  loadTranscripts,
  parseTranscript,
  replayTranscript,
  type Transcript,
  type TranscriptLine,
} from '../../src/testing/index.js';
import { alterActions } from './broken/alter-codec.js';
import { toyAdapter } from './toy/toy-adapter.js';

const transcripts = await loadTranscripts(join(import.meta.dirname, 'transcripts'));
const adapter = toyAdapter();

function named(name: string): Transcript {
  const transcript = transcripts.get(name);
  if (!transcript) throw new Error(`no transcript ${name}`);
  return transcript;
}

const changed = (transcript: Transcript, change: (lines: TranscriptLine[]) => unknown): Transcript => {
  const lines = [...transcript.lines];
  change(lines);
  return { ...transcript, lines };
};

describe('replayTranscript', () => {
  it('gives all actions in order, and which line gave rise to each', () => {
    const replay = replayTranscript({ adapter, transcript: named('once-echo') });
    expect(replay.actions).toEqual([
      { call: 'open', line: 1, action: { type: 'ready' } },
      { call: 'prompt', line: 2, action: { type: 'raw', text: 'echo one\ntwo' } },
      { call: 'prompt', line: 2, action: { type: 'close' } },
      { call: 'frame', line: 5, action: { type: 'session', id: 'toy-00c0ffee' } },
      { call: 'frame', line: 7, action: { type: 'text', channel: 'answer', text: 'one\ntwo' } },
      { call: 'frame', line: 8, action: { type: 'usage', scope: 'prompt', input: 100, output: 5 } },
      { call: 'frame', line: 8, action: { type: 'settled', outcome: 'completed', answer: 'one\ntwo' } },
    ]);
    expect(replay.sent).toEqual(['echo one\ntwo']);
    expect(replay.events.map(({ type }) => type)).toEqual(['ready', 'session', 'text', 'usage', 'settled']);
    expect(replay.settled).toEqual([{ type: 'settled', outcome: 'completed', answer: 'one\ntwo' }]);
  });

  it('makes every call, with the approvals, steers and stderr of the transcript', () => {
    const { settled } = replayTranscript({ adapter, transcript: named('lines-approval-and-steer') });
    expect(settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'interrupted']);
    const failures = replayTranscript({ adapter, transcript: named('lines-models-and-failure') }).settled.map(
      ({ failure }) => failure,
    );
    expect(failures).toEqual([
      { class: 'auth', message: 'The model said no' },
      { class: 'agent', message: 'Error: out of paper' },
    ]);
  });

  it('prompts under the setup of the header', () => {
    const told: unknown[] = [];
    const curious = toyAdapter((codec) => ({
      open: () => codec.open(),
      frame: (line) => codec.frame(line),
      lost: (head) => codec.lost(head),
      exit: (exit) => codec.exit(exit),
      prompt: (task) => {
        told.push(task);
        return codec.prompt(task);
      },
    }));
    const transcript = named('once-echo');
    replayTranscript({ adapter: curious, transcript });
    const setup = {
      cwd: '/other',
      model: 'm',
      systemPromptAppend: 'Be kind',
      options: { tone: 'loud' },
      approvalMs: 7,
      presetSession: 'toy-1234',
    };
    replayTranscript({ adapter: curious, transcript: { ...transcript, header: { ...transcript.header, setup } } });
    const text = 'echo one\ntwo';
    expect(told).toEqual([
      expect.objectContaining({ transport: 'once', cwd: '/work', options: {}, approvalMs: 0, text }),
      expect.objectContaining({ ...setup, transport: 'once', text }),
    ]);
    const wrong = { ...setup, options: { tone: 'green' } };
    expect(() =>
      replayTranscript({ adapter, transcript: { ...transcript, header: { ...transcript.header, setup: wrong } } }),
    ).toThrow(/tone/);
  });

  it.each<[string, (lines: TranscriptLine[]) => unknown, RegExp]>([
    [
      'another line',
      (lines) => lines.splice(0, 1, { in: '{"type":"hi"}' }),
      /^line 2 .*\n {2}recorded: send \{"type":"hi"\}\n {2}written: {2}send \{"type":"hello"\}$/,
    ],
    [
      'a line that was not written',
      (lines) => lines.splice(2, 0, { in: 'x' }),
      /^line 4 .*recorded: send x\n {2}written: {2}nothing$/s,
    ],
    [
      'no line',
      (lines) => lines.splice(0, 1),
      /^line 2 .*recorded: nothing more\n {2}written: {2}send \{"type":"hello"\}$/s,
    ],
    ['no line, at the end', (lines) => lines.splice(0, lines.length), /^line 2 .*recorded: nothing more/s],
  ])('says where the codec wrote something else: %s', (_, change, message) => {
    const transcript = changed(named('lines-approval-and-steer'), change);
    expect(() => replayTranscript({ adapter, transcript })).toThrow(message);
    expect(() => replayTranscript({ adapter, transcript })).toThrow(
      expect.objectContaining({ name: 'AssertionError', code: 'ERR_ASSERTION' }),
    );
    expect(() => replayTranscript({ adapter, transcript, compare: false })).not.toThrow();
  });

  it('tells raw text and the end of stdin from a line', () => {
    const once = named('once-echo');
    const line = changed(once, (lines) => lines.splice(1, 1, { in: 'echo' }));
    expect(() => replayTranscript({ adapter, transcript: line })).toThrow(
      /recorded: send echo\n {2}written: {2}raw echo one\ntwo/,
    );
    const open = changed(once, (lines) => lines.splice(2, 1));
    expect(() => replayTranscript({ adapter, transcript: open })).toThrow(
      /recorded: nothing more\n {2}written: {2}close/,
    );
  });

  it('compares what is left when ids are taken out', () => {
    const numbered = toyAdapter(
      alterActions((action) =>
        action.type === 'send' ? { ...action, line: action.line.replace('{', '{"id":"7",') } : action,
      ),
    );
    const transcript = named('lines-approval-and-steer');
    expect(() => replayTranscript({ adapter: numbered, transcript })).toThrow(/^line 2/);
    expect(() =>
      replayTranscript({ adapter: numbered, transcript, normalise: (line) => line.replace(/"id":"\d+",/, '') }),
    ).not.toThrow();
  });

  it('holds the codec to the rules, and the transcript too', () => {
    const faulty = toyAdapter(alterActions((action) => (action.type === 'text' ? { ...action, text: '' } : action)));
    const transcript = named('once-echo');
    expect(() => replayTranscript({ adapter: faulty, transcript })).toThrow(
      expect.objectContaining({ id: 'text-not-empty' }),
    );
    const impatient = changed(transcript, (lines) => lines.push({ do: 'prompt', text: 'again' }));
    expect(() => replayTranscript({ adapter, transcript: impatient })).toThrow(TypeError);
    const steered = changed(transcript, (lines) => lines.splice(3, 0, { do: 'steer', reference: 's', text: 'left' }));
    expect(() => replayTranscript({ adapter, transcript: steered })).toThrow('this codec has no method steer');
  });

  it("refuses another adapter's transcript", () => {
    const { header } = named('once-echo');
    const transcript = parseTranscript(JSON.stringify({ ...header, adapter: 'other' }));
    expect(() => replayTranscript({ adapter, transcript })).toThrow(
      'the transcript is one of other, the adapter is toy',
    );
  });
});
