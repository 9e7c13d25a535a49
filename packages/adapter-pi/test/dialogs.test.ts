import { describe, expect, it } from 'vitest';
import { Dialogs } from '../src/dialogs.js';

const request = (id: string, method: string, more: Record<string, unknown> = {}) => ({
  type: 'extension_ui_request',
  id,
  method,
  title: 'Sure?',
  ...more,
});
const cancelled = (id: string) => ({
  type: 'send',
  line: JSON.stringify({ type: 'extension_ui_response', id, cancelled: true }),
});
const confirmed = (id: string, yes: boolean) => ({
  type: 'send',
  line: JSON.stringify({ type: 'extension_ui_response', id, confirmed: yes }),
});

describe('a dialog', () => {
  it('that asks yes or no is an approval, answered once', () => {
    const dialogs = new Dialogs();
    const approval = { type: 'approval', id: 'a', tool: 'confirm', input: { title: 'Sure?', message: 'ls' } };
    expect(dialogs.request(request('a', 'confirm', { message: 'ls' }), 1000)).toEqual([approval]);
    expect(dialogs.request(request('a', 'confirm'), 1000)).toEqual([
      { type: 'unknown', frame: 'extension_ui_request' },
    ]);
    expect(dialogs.answer('a', true)).toEqual([confirmed('a', true)]);
    expect(dialogs.answer('a', false)).toEqual([]);
    dialogs.request(request('b', 'confirm'), 1000);
    expect(dialogs.answer('b', false)).toEqual([confirmed('b', false)]);
  });

  it('is refused when nobody can be asked', () => {
    const dialogs = new Dialogs();
    for (const method of ['confirm', 'select', 'input', 'editor']) {
      expect(dialogs.request(request('a', method), undefined)).toEqual([cancelled('a')]);
    }
  });

  it.each(['select', 'input', 'editor'])('%s is cancelled at once, and the report says so', (method) => {
    const [answer, notice] = new Dialogs().request(request('a', method), 1000);
    expect(answer).toEqual(cancelled('a'));
    expect(notice).toMatchObject({ type: 'notice', level: 'warning' });
  });

  it('of a kind that is not known is answered all the same', () => {
    const unknown = { type: 'unknown', frame: 'extension_ui_request pickColour' };
    expect(new Dialogs().request(request('a', 'pickColour'), 1000)).toEqual([cancelled('a'), unknown]);
    expect(new Dialogs().request({ type: 'extension_ui_request' }, 1000)).toMatchObject([{ type: 'unknown' }]);
  });

  it('with a time of its own is withdrawn when its step has ended, and one without is not', () => {
    const dialogs = new Dialogs();
    expect(dialogs.request(request('short', 'confirm', { timeout: 500 }), 1000)).toMatchObject([
      { type: 'notice', level: 'info' },
      { type: 'approval' },
    ]);
    expect(dialogs.request(request('long', 'confirm', { timeout: 5000 }), 1000)).toMatchObject([{ type: 'approval' }]);
    dialogs.request(request('endless', 'confirm'), 1000);
    expect(dialogs.onStepEnd()).toEqual([
      cancelled('short'),
      { type: 'withdrawn', id: 'short' },
      cancelled('long'),
      { type: 'withdrawn', id: 'long' },
    ]);
    expect(dialogs.close()).toEqual([cancelled('endless'), { type: 'withdrawn', id: 'endless' }]);
    expect(dialogs.close()).toEqual([]);
  });

  it('is withdrawn without a word to pi when pi is gone', () => {
    const dialogs = new Dialogs();
    dialogs.request(request('a', 'confirm'), 1000);
    expect(dialogs.abandon()).toEqual([{ type: 'withdrawn', id: 'a' }]);
    expect(dialogs.answer('a', true)).toEqual([]);
  });
});

describe('what an extension tells', () => {
  it('is kept as the answer of a command; warnings stand in the report, too', () => {
    const dialogs = new Dialogs();
    expect(dialogs.request(request('a', 'notify', { message: 'Done.' }), 1000)).toEqual([]);
    expect(dialogs.request(request('b', 'notify', { message: 'Careful.', notifyType: 'warning' }), 1000)).toEqual([
      { type: 'notice', level: 'warning', text: 'an extension of pi says: Careful' },
    ]);
    expect(dialogs.takeNotes()).toEqual(['Done.', 'Careful.']);
    expect(dialogs.takeNotes()).toEqual([]);
  });

  it.each(['setStatus', 'setWidget', 'setTitle', 'set_editor_text'])('by %s is for a terminal', (method) => {
    expect(new Dialogs().request(request('a', method), 1000)).toEqual([]);
  });
});
