import { describe, expect, it } from 'vitest';
import { type LastMessage, verdict } from '../src/verdict.js';

const last = (stopReason: string | undefined, text = 'Words.', errorMessage?: string): LastMessage => ({
  stopReason,
  text,
  errorMessage,
});
const end = (message: LastMessage | undefined, stopped = false, aborted = stopped) =>
  verdict(message, { aborted, stopped }).at(-1);

describe('the end of a prompt', () => {
  it.each(['stop', 'length'])('is completed with %s and text', (reason) => {
    expect(end(last(reason))).toEqual({ type: 'settled', outcome: 'completed', answer: 'Words.' });
  });

  it('says that a cut answer is cut', () => {
    const [notice] = verdict(last('length'), { aborted: false, stopped: false });
    expect(notice).toMatchObject({ type: 'notice', level: 'warning' });
  });

  it.each([
    ['stop', ' \n', 'protocol'],
    ['length', '', 'limit'],
    ['deferred', 'Words.', 'protocol'],
    ['pending', 'Words.', 'protocol'],
    ['something new', 'Words.', 'protocol'],
    [undefined, 'Words.', 'protocol'],
    ['aborted', 'Words.', 'agent'],
    ['error', 'Words.', 'agent'],
  ])('fails with %s and %j', (reason, text, kind) => {
    expect(end(last(reason, text))).toMatchObject({ outcome: 'failed', failure: { class: kind } });
  });

  it('is classified by what pi says', () => {
    expect(end(last('error', '', '429: {"message":"slow"}'))).toMatchObject({ failure: { class: 'rate' } });
    expect(end(last('aborted', '', 'This operation was aborted.'))).toMatchObject({
      failure: { message: 'pi aborted the run by itself (This operation was aborted)' },
    });
  });

  it('fails when nothing was settled', () => {
    expect(end(undefined)).toMatchObject({ outcome: 'failed', failure: { class: 'protocol' } });
    expect(end(undefined, false, true)).toMatchObject({ outcome: 'failed', failure: { class: 'agent' } });
  });

  it.each([undefined, last('aborted'), last('error', '', '500: x')])('is interrupted when we stopped %j', (message) => {
    expect(end(message, true)).toEqual({ type: 'settled', outcome: 'interrupted' });
  });

  it('is what the wire says when the stop came too late', () => {
    expect(end(last('stop'), true)).toMatchObject({ outcome: 'completed' });
    expect(end(last('error', '', '401: x'), true, false)).toMatchObject({ failure: { class: 'auth' } });
  });
});
