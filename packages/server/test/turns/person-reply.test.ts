import { describe, expect, it } from 'vitest';
import { readReply } from '../../src/turns/person-reply.js';

const slow = { tookMs: 500 };
const allow = { decision: 'allow' };

describe('readReply', () => {
  it.each([
    [{ action: 'accept', content: allow, ...slow }, 'allow'],
    [{ action: 'accept', content: { decision: 'deny' }, ...slow }, 'deny'],
    [{ action: 'decline', ...slow }, 'deny'],
    [{ action: 'cancel', ...slow }, 'deny'],
    // Accepted by a program: with nothing in the form, or with what the form does not offer.
    [{ action: 'accept', ...slow }, 'nobody'],
    [{ action: 'accept', content: null, ...slow }, 'nobody'],
    [{ action: 'accept', content: { decision: true }, ...slow }, 'nobody'],
    [{ action: 'accept', content: { decision: 'ALLOW' }, ...slow }, 'nobody'],
    [{ action: 'maybe', content: allow, ...slow }, 'nobody'],
    [{ action: undefined, ...slow }, 'nobody'],
    // Sooner than anybody could have read it.
    [{ action: 'accept', content: allow, tookMs: 499 }, 'nobody'],
    [{ action: 'decline', tookMs: 0 }, 'nobody'],
    [{ action: 'cancel', tookMs: 499 }, 'nobody'],
  ])('takes %j as %s', (reply, meaning) => expect(readReply(reply)).toBe(meaning));
});
