import { describe, expect, it } from 'vitest';
import { classify, exitFailure, requestFailure, sentence, turnFailure } from '../src/failures.js';

const exit = (stderr: string, code: number | null = 1, signal: string | null = null) => ({ code, signal, stderr });

describe('the error of a turn', () => {
  it.each([
    ['unauthorized', 'auth'],
    ['usageLimitExceeded', 'rate'],
    ['serverOverloaded', 'rate'],
    ['modelNotFound', 'model'],
    ['contextWindowExceeded', 'limit'],
    ['internalServerError', 'agent'],
    [{ httpConnectionFailed: { httpStatusCode: 403 } }, 'auth'],
    [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, 'rate'],
    [{ responseStreamConnectionFailed: { httpStatusCode: 404 } }, 'model'],
  ])('%j is of the class %s, with a next step', (codexErrorInfo, kind) => {
    const failure = turnFailure({ message: 'It did not work.', codexErrorInfo, additionalDetails: null });
    expect(failure).toMatchObject({ class: kind, message: 'It did not work' });
    expect(failure.remedy).toBeTruthy();
  });

  it.each([
    ['unexpected status 401 Unauthorized: no', 'auth'],
    ['Missing environment variable: `OPENAI_API_KEY`.', 'auth'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate'],
    ['stream disconnected before completion: reset', 'agent'],
    ['{"error":{"message":"Unsupported value","type":"invalid_request_error"}}', 'model'],
    ['Incomplete response returned, reason: max_output_tokens', 'limit'],
    ['Input exceeds the maximum length of 1048576 characters.', 'limit'],
    ['The sky fell', 'agent'],
  ])('is judged by its words where codex says no more: %s', (message, kind) => {
    expect(turnFailure({ message, codexErrorInfo: 'other' }).class).toBe(kind);
  });

  it('may be missing', () => {
    expect(turnFailure(null)).toMatchObject({ class: 'agent', message: expect.stringContaining('no reason') });
  });
});

describe('an exit', () => {
  it('is told by the line of stderr that gives the reason', () => {
    const noise = [
      'WARNING: proceeding, even though we could not create PATH aliases',
      '\u001b[2m2026-11-30T20:57:22.650344Z\u001b[0m \u001b[31mERROR\u001b[0m codex_core: error=no',
      '2026-11-30T21:01:04.355441Z ERROR codex_core::tools::router: error=patch rejected',
    ].join('\n');
    const unknown = 'Error: thread/resume: thread/resume failed: no rollout found for thread id x (code -32600)';
    expect(exitFailure(exit(`${noise}\n${unknown}\n`))).toMatchObject({ class: 'session-unknown' });
    expect(exitFailure(exit(noise))).toEqual({
      class: 'agent',
      message: 'codex ended with code 1 before the prompt was over',
    });
    expect(exitFailure(exit('Error loading config.toml: bad value\n'))).toMatchObject({
      class: 'agent',
      message: expect.stringContaining('loading config.toml: bad value'),
      remedy: expect.stringContaining('configuration'),
    });
    expect(exitFailure(exit('', null, 'SIGKILL')).message).toContain('signal SIGKILL');
  });
});

describe('a sentence', () => {
  it('is one line without keys, addresses and ids', () => {
    expect(
      sentence(
        'unexpected status 401: Incorrect API key provided: sk-abc, url: http://127.0.0.1:1/v1, request id: r-1',
      ),
    ).toBe('unexpected status 401: Incorrect API key provided: [key]');
    expect(sentence('one\n  two\u2028three.')).toBe('one two three');
    expect(sentence('{"error":{"message":"No such thing."}}')).toBe('No such thing');
    expect(sentence('{"error":')).toBe('{"error":');
    expect(sentence(' . ')).toBe('no reason given');
    expect(sentence('x'.repeat(900))).toHaveLength(501);
  });

  it('names what codex could not do', () => {
    expect(
      requestFailure({ code: -32600, message: 'no rollout found for thread id x' }, 'continue the session'),
    ).toEqual({
      class: 'session-unknown',
      message: 'codex could not continue the session: no rollout found for thread id x',
      remedy: expect.stringContaining('list of sessions'),
    });
    expect(classify('the model gpt-0 does not exist').class).toBe('model');
  });
});
