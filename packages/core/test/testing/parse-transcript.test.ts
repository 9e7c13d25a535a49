import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  formatTranscript,
  loadTranscript,
  loadTranscripts,
  parseTranscript,
  type Transcript,
} from '../../src/testing/index.js';

const header = {
  transcript: 1,
  adapter: 'toy',
  transport: 'lines',
  agentVersion: '1.2.3',
  plan: {
    transport: 'lines',
    args: ['--lines'],
    env: { A: 'b' },
    cwd: '/work',
    files: { 'a.txt': 'a' },
    handshake: { deep: [1] },
  },
  note: 'all kinds of lines',
  setup: {
    cwd: '/work',
    model: 'm',
    systemPromptAppend: '',
    options: { tone: 'loud' },
    approvalMs: 5,
    presetSession: 'toy-beef',
  },
} as const;

const whole: Transcript = {
  header,
  lines: [
    { in: '{"type":"hello"}' },
    { out: 'not JSON \u2028 é' },
    { do: 'prompt', text: 'a\nb', images: [{ mediaType: 'image/png', data: 'AA==' }] },
    { raw: 'a\nb' },
    { close: true },
    { err: 'warning\n' },
    { do: 'interrupt' },
    { do: 'steer', reference: 's1', text: 'left' },
    { do: 'answer', id: 'a1', allow: false, reason: '' },
    { do: 'models' },
    { lost: '{"type":' },
    { exit: { code: null, signal: 'SIGKILL' } },
  ],
};

const text = (...lines: readonly unknown[]) =>
  [header, ...lines].map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

describe('parseTranscript', () => {
  it('reads what formatTranscript wrote', () => {
    expect(parseTranscript(formatTranscript(whole))).toEqual(whole);
    expect(formatTranscript(whole).split('\n')).toHaveLength(whole.lines.length + 2);
  });

  it('needs no end of line after the last line', () => {
    expect(parseTranscript(text()).lines).toEqual([]);
    expect(parseTranscript(`${text()}\n`).lines).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['an empty file', '', /^file:1: blank line$/],
    ['a header that is not JSON', 'hello', /^file:1: not JSON$/],
    ['a header that is no object', '[]', /^file:1: must be a JSON object$/],
    ['another version', JSON.stringify({ ...header, transcript: 2 }), /^file:1: header "transcript" must be 1$/],
    ['a header without a note', JSON.stringify({ ...header, note: undefined }), /^file:1: header needs "note"$/],
    [
      'an empty version',
      JSON.stringify({ ...header, agentVersion: '' }),
      /"agentVersion" must be a string that is not empty/,
    ],
    [
      'an unknown field in the header',
      JSON.stringify({ ...header, date: 1 }),
      /^file:1: header has the unknown field "date"$/,
    ],
    [
      'a plan that is none',
      JSON.stringify({ ...header, plan: { ...header.plan, args: [1] } }),
      /"plan" "args" must be a string/,
    ],
    ['an inherited field', `${JSON.stringify(header).slice(0, -1)},"toString":1}`, /unknown field "toString"/],
    [
      'two transports',
      JSON.stringify({ ...header, transport: 'once' }),
      /"transport" and its plan's "transport" differ/,
    ],
    ['a blank line', text('', { out: 'x' }), /^file:2: blank line$/],
    ['a line that is not JSON', text({ out: 'x' }, '{"out'), /^file:3: not JSON$/],
    ['a line of no kind', text({ output: 'x' }), /^file:2: needs one of out, in, raw, close, err, lost, exit, do$/],
    ['a line of two kinds', text({ out: 'x', in: 'y' }), /^file:2: has the unknown field "in"$/],
    ['a frame with an LF', text({ out: 'a\nb' }), /^file:2: "out" must be a string without LF$/],
    ['a frame that is no text', text({ out: { type: 'hello' } }), /^file:2: "out" must be a string without LF$/],
    [
      'an unknown call',
      text({ do: 'follow_up' }),
      /^file:2: unknown call "follow_up"; one of prompt, interrupt, steer, answer, models$/,
    ],
    ['an inherited call', text({ do: 'constructor' }), /^file:2: unknown call "constructor"/],
    ['a call without its text', text({ do: 'prompt' }), /^file:2: needs "text"$/],
    ['a call with too much', text({ do: 'models', all: true }), /^file:2: has the unknown field "all"$/],
    [
      'a wrong answer',
      text({ do: 'answer', id: 'a', allow: 'yes', reason: '' }),
      /^file:2: "allow" must be true or false$/,
    ],
    ['a wrong exit', text({ exit: { code: '0', signal: null } }), /^file:2: "exit" "code" must be a number or null$/],
    ['close that is not true', text({ close: false }), /^file:2: "close" must be true$/],
    ['a line after exit', text({ exit: { code: 0, signal: null } }, { out: 'x' }), /^file:3: stands after "exit"$/],
  ])('refuses %s and says where', (_, content, message) => {
    expect(() => parseTranscript(content, 'file')).toThrow(message);
    expect(() => parseTranscript(content, 'file')).toThrow(expect.objectContaining({ name: 'TranscriptError' }));
  });
});

describe('loadTranscripts', () => {
  it('reads the .jsonl files of a folder by name, and names the one that is broken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'transcripts-'));
    try {
      await writeFile(join(folder, 'b.jsonl'), formatTranscript(whole));
      await writeFile(join(folder, 'a.jsonl'), text());
      await writeFile(join(folder, 'notes.md'), 'nothing');
      expect([...(await loadTranscripts(folder)).keys()]).toEqual(['a', 'b']);
      expect(await loadTranscript(join(folder, 'b.jsonl'))).toEqual(whole);
      await writeFile(join(folder, 'c.jsonl'), text({ do: 'wait' }));
      await expect(loadTranscripts(folder)).rejects.toThrow(`${join(folder, 'c.jsonl')}:2: unknown call "wait"`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
