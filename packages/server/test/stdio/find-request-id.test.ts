import { describe, expect, it } from 'vitest';
import { findRequestId } from '../../src/stdio/find-request-id.js';

const long = 'x'.repeat(5000);
const ends = (message: object | string) => {
  const line = typeof message === 'string' ? message : JSON.stringify(message);
  return [line.slice(0, 2000), line.slice(-512)] as const;
};

describe('findRequestId', () => {
  it.each([
    ['before the parameters', { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { long } }, 7],
    ['first of all', { id: 'a-"1"', jsonrpc: '2.0', method: 'tools/call', params: { long } }, 'a-"1"'],
    [
      'as the last member, as the 1.x client writes it',
      { method: 'tools/call', params: { long }, jsonrpc: '2.0', id: 9 },
      9,
    ],
    ['before jsonrpc at the end', { method: 'tools/call', params: { long }, id: 'z', jsonrpc: '2.0' }, 'z'],
    ['a negative one', { method: 'm', params: { long }, id: -3 }, -3],
  ])('finds it %s', (_where, message, id) => {
    expect(findRequestId(...ends(message))).toBe(id);
  });

  it.each([
    ['inside the parameters at the beginning', { jsonrpc: '2.0', params: { id: 5, long } }],
    ['inside the parameters at the end', { jsonrpc: '2.0', params: { long, id: 5 } }],
    ['inside a text', { jsonrpc: '2.0', params: { long: `${long} "id":5}` } }],
    ['inside a list', { list: [{ id: 5 }, 'id', 5], params: { long } }],
    ['as a value', { kind: 'id', params: { long } }],
  ])('does not take one %s', (_where, message) => {
    expect(findRequestId(...ends(message))).toBeUndefined();
  });

  it('does not take half of a number that the head cuts', () => {
    expect(findRequestId('{"jsonrpc":"2.0","id":12', '')).toBeUndefined();
  });

  it('takes no id that is none', () => {
    expect(findRequestId(...ends({ jsonrpc: '2.0', id: 1.5, params: { long } }))).toBeUndefined();
    expect(findRequestId(...ends({ jsonrpc: '2.0', id: null, params: { long } }))).toBeUndefined();
    expect(findRequestId('', '')).toBeUndefined();
    expect(findRequestId('not json at all', 'neither')).toBeUndefined();
  });
});
