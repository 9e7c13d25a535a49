import type { Report } from '@agentmount/core';
import { describe, expect, it } from 'vitest';
import { reportFacts } from '../../src/texts/report-facts.js';
import { reportText } from '../../src/texts/report-text.js';

const completed: Report = {
  turn: 't7k2',
  session: '0927adc5-a840-4b68-93ca-5ca344c9fafb',
  cwd: '/repository',
  transport: 'stream',
  status: 'completed',
  ending: 'closed',
  answer: { text: 'Wrote the parser; 12 tests pass.', characters: 32 },
  stats: {
    model: 'large-1',
    rounds: 6,
    tools: [
      ['run_shell_command', 2],
      ['read_file', 2],
      ['edit', 1],
    ],
    inputTokens: 18_240,
    outputTokens: 310,
    elapsedMs: 41_200,
  },
  files: ['src/parser.ts', 'test/parser.test.ts'],
  notices: [],
  resumable: true,
  timeoutMs: 1_800_000,
};

const failed: Report = {
  ...completed,
  status: 'failed',
  ending: 'cut-off',
  said: '43 tests pass, now the failing one',
  cause: { class: 'timeout', message: 'Qwen Code timed out after 1800000 ms' },
};
delete (failed as { answer?: unknown }).answer;

const text = (report: Report, remark?: string) =>
  reportText(report, { agent: 'qwen', ...(remark === undefined ? {} : { remark }) });

describe('a completed turn', () => {
  it('is the session, the answer, the figures and the files', () => {
    expect(text(completed)).toBe(
      [
        '[session: 0927adc5-a840-4b68-93ca-5ca344c9fafb]',
        '',
        'Wrote the parser; 12 tests pass.',
        '',
        '---',
        'qwen: large-1 · 6 turns · 5 tool calls: run_shell_command×2, read_file×2, edit · 18k in / 310 out · 41s',
        'qwen wrote: src/parser.ts, test/parser.test.ts',
      ].join('\n'),
    );
  });

  it('leaves out what is unknown', () => {
    const bare = { ...completed, stats: { tools: [], elapsedMs: 9800 }, files: [] };
    expect(text(bare).split('\n').slice(-2)).toEqual(['---', 'qwen: 9.8s']);
  });

  it('says a cost where the agent does, and half of the tokens where only one half is known', () => {
    const stats = { tools: [], elapsedMs: 9800, cost: 0.034, outputTokens: 12 };
    expect(text({ ...completed, stats })).toContain('qwen: 12 out · $0.034 · 9.8s');
  });

  it('puts what must be read above the answer', () => {
    const noted = { ...completed, notices: ['edit was not allowed: whoever was asked denied it'] };
    expect(text(noted, 'this report was given before, 3.0s ago').split('\n').slice(0, 4)).toEqual([
      '[session: 0927adc5-a840-4b68-93ca-5ca344c9fafb]',
      '[note: this report was given before, 3.0s ago]',
      '[warning: edit was not allowed: whoever was asked denied it]',
      '',
    ]);
  });

  it('says so when the answer is empty', () => {
    expect(text({ ...completed, answer: { text: ' \n', characters: 2 } })).toContain(
      '\n\n(qwen ended without a word)\n\n---',
    );
  });

  it('names the file of an answer that is too long, and a limit that cut one', () => {
    expect(
      text({ ...completed, answer: { text: 'Begin', characters: 1_234_567, file: '/state/answers/a.md' } }),
    ).toContain(
      'Begin\n\n[the answer has 1234567 characters; these are the first 5, all of it is in /state/answers/a.md]',
    );
    expect(text({ ...completed, answer: { text: 'Begin', characters: 900 } })).toContain(
      'Begin\n\n[cut: the first 5 of 900 characters, as QWEN_MCP_MAX_OUTPUT says]',
    );
  });

  it('keeps what came before a message, labelled', () => {
    const steered = {
      ...completed,
      earlier: [
        { text: 'I began with the tests.', characters: 23, interrupted: true },
        { text: 'First part done.', characters: 16, interrupted: false },
      ],
    };
    expect(text(steered)).toContain(
      [
        'what qwen had said when your message came:',
        'I began with the tests.',
        '',
        'earlier answer in this turn:',
        'First part done.',
        '',
        'answer:',
        'Wrote the parser; 12 tests pass.',
      ].join('\n'),
    );
  });

  it('keeps one line of files, whatever their names hold and however many there are', () => {
    const files = ['odd\nname', ...Array.from({ length: 70 }, (_, index) => `f${index}`)];
    const line = text({ ...completed, files })
      .split('\n')
      .at(-1);
    expect(line).toMatch(/^qwen wrote: "odd\\nname", f0, .* and 11 more$/);
  });

  it('names the turn when there is no session', () => {
    const { session: _, ...sessionless } = completed;
    expect(text(sessionless).split('\n')[0]).toBe('[turn: t7k2]');
  });
});

describe('a failed turn', () => {
  it('says the cause, how it ended, the last words, the progress and the next call', () => {
    expect(text(failed)).toBe(
      [
        '[session: 0927adc5-a840-4b68-93ca-5ca344c9fafb]',
        '[error: Qwen Code timed out after 1800000 ms]',
        'The process was cut off: its last words may be missing.',
        '',
        'last thing qwen said:',
        '43 tests pass, now the failing one',
        '',
        'progress before it ended:',
        'qwen: large-1 · 6 turns · 5 tool calls: run_shell_command×2, read_file×2, edit · 18k in / 310 out · 41s',
        'qwen wrote: src/parser.ts, test/parser.test.ts',
        '',
        'The session exists, with everything up to there. To continue it:',
        'qwen_reply({ session: "0927adc5-a840-4b68-93ca-5ca344c9fafb", prompt: "…" })',
        'If the task needs longer, give a larger timeout_ms (it was 1800000).',
      ].join('\n'),
    );
  });

  it('tells a turn that closed itself from one that was cut off', () => {
    expect(text({ ...failed, ending: 'closed' })).toContain('The turn closed itself');
  });

  it('says what a person can do, and shows stderr and the shape of a stream', () => {
    const broken: Report = {
      ...failed,
      cause: { class: 'protocol', message: 'the stream ended early', remedy: 'npm i -g @qwen-code/qwen-code' },
      stderr: 'boom',
      shape: '3 frames, 120 bytes, 0 tool calls',
    };
    const shown = text(broken);
    expect(shown).toContain('To mend it: npm i -g @qwen-code/qwen-code.');
    expect(shown).toContain('what arrived instead:\n3 frames, 120 bytes, 0 tool calls');
    expect(shown).toContain('stderr:\nboom');
    expect(shown).not.toContain('timeout_ms');
  });

  it('offers no session that does not exist', () => {
    const { said: _said, session: _session, ...rest } = failed;
    const shown = text({ ...rest, resumable: false, ending: 'never-started' });
    expect(shown).toContain('[turn: t7k2]');
    expect(shown).toContain('The prompt never reached qwen.');
    expect(shown).toContain('There is no session to continue. To try again: qwen({ prompt: "…" })');
    expect(shown).not.toContain('progress before');
    expect(shown).not.toContain('qwen_reply');
  });

  it('does not offer a session that the agent does not have, even when its id is known', () => {
    expect(text({ ...failed, resumable: false })).not.toContain('qwen_reply');
  });
});

describe('the facts for programs', () => {
  it('are figures and causes, and no text that a model reads', () => {
    const facts = reportFacts(failed);
    expect(facts).toMatchObject({
      status: 'failed',
      turn: 't7k2',
      cause: { class: 'timeout' },
      usage: { inputTokens: 18_240, outputTokens: 310 },
      tools: { read_file: 2 },
      files: completed.files,
    });
    expect(JSON.stringify(facts)).not.toContain('43 tests pass');
    expect(Object.values(facts)).not.toContain(undefined);
  });
});
