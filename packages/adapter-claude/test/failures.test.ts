import { describe, expect, it } from 'vitest';
import { classify, classifyExit } from '../src/failures.js';

const exit = (code: number | null, stderr = '', signal: string | null = null) => classifyExit({ code, signal, stderr });

describe('what claude says', () => {
  it.each([
    ['Not logged in · Please run /login', 'auth', 'log in with /login'],
    ['Invalid API key · Fix external API key', 'auth', 'log in with /login'],
    ['Failed to authenticate. API Error: 401 {"type":"error"}', 'auth', 'ANTHROPIC_API_KEY'],
    ['OAuth token has expired. Please obtain a new token', 'auth', 'log in with /login'],
    ["You've hit your session limit · resets 4:50pm", 'rate', 'wait until the limit resets'],
    ['Claude AI usage limit reached|1760000000', 'rate', 'wait until the limit resets'],
    ['Credit balance is too low', 'rate', 'add credit'],
    ['API Error: 529 {"type":"overloaded_error"}', 'rate', 'try again later'],
    ["There's an issue with the selected model (large-9). It may not exist", 'model', 'list of models'],
    ['Prompt is too long', 'model', 'begin a new session'],
    ['API Error: 400 messages: at least one message is required', 'model', undefined],
    ['API Error: Unable to connect to API (ECONNREFUSED)', 'agent', 'ANTHROPIC_BASE_URL'],
    ['No conversation found with session ID: 1', 'session-unknown', undefined],
    ['Error: Session ID 1 is already in use.', 'agent', 'continue that session'],
    ['Something that nobody has seen', 'agent', undefined],
  ])('%s is a failure of class %s', (words, kind, remedy) => {
    const failure = classify(words);
    expect(failure.class).toBe(kind);
    if (remedy === undefined) expect(failure).not.toHaveProperty('remedy');
    else expect(failure.remedy).toContain(remedy);
  });

  it('counts less than the status that the API answered with', () => {
    expect(classify('Something odd', 401)).toMatchObject({ class: 'auth', remedy: expect.stringContaining('/login') });
    expect(classify('Not logged in', 529)).toMatchObject({ class: 'rate', remedy: 'try again later' });
    expect(classify('Something odd', 500)).toMatchObject({ class: 'agent' });
  });

  it('is one line without a full stop, an end, or a key', () => {
    expect(classify('\n\nNo. Never...\nat x').message).toBe('No. Never');
    expect(classify('bad key sk-ant-api03-abcdef and Bearer abc.def').message).toBe('bad key [key] and Bearer [key]');
    expect(classify('x'.repeat(10_000)).message.length).toBeLessThan(600);
    expect(classify(' . ').message).toBe('no reason given');
  });
});

describe('an exit without a result', () => {
  const noise = '(node:9) Warning: old\nWarning: no stdin data received in 3s, proceeding without it.\n{"type":"x"}\n';

  it('is explained by the line of stderr that is a reason', () => {
    const root = '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons';
    expect(exit(1, noise + root)).toEqual({
      class: 'agent',
      message: `claude ended with code 1 and gave no result: ${root}`,
      remedy: expect.stringContaining('set IS_SANDBOX=1'),
    });
    expect(exit(1, `${noise}odd\nNo conversation found with session ID: 7`).class).toBe('session-unknown');
    expect(exit(1, 'Error: Claude Code cannot be launched inside another Claude Code session.').remedy).toContain(
      'unset CLAUDECODE',
    );
    expect(exit(1, "error: unknown option '--effort'").remedy).toContain('install a version of claude');
    expect(exit(1, 'Error: claude native binary not installed.')).toMatchObject({
      class: 'spawn',
      remedy: expect.stringContaining('npm i -g @anthropic-ai/claude-code'),
    });
    expect(exit(1, 'Error: bypassPermissions is disabled by policy').remedy).toContain('another approval_mode');
    expect(exit(3, `${noise}Error: out of paper.\n    at x (y.js:1:1)`).message).toBe(
      'claude ended with code 3 and gave no result: Error: out of paper',
    );
  });

  it('tells signals, and says when nothing was said', () => {
    expect(exit(143).message).toContain('signal from outside');
    expect(exit(null, noise, 'SIGKILL').message).toBe('claude ended with signal SIGKILL and gave no result');
    expect(exit(0).message).toBe('claude ended with code 0 and gave no result');
  });
});
