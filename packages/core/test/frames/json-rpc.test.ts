import { describe, expect, it } from 'vitest';
import { readJsonRpc, readLostJsonRpc } from '../../src/frames/json-rpc.js';

describe('readJsonRpc', () => {
  it('sorts requests, notifications and responses, with ids of every kind', () => {
    expect(readJsonRpc('{"jsonrpc":"2.0","id":0,"method":"m","params":[]}')).toMatchObject({ kind: 'request', id: 0 });
    expect(readJsonRpc('{"id":"","method":"m"}')).toMatchObject({ kind: 'request', id: '' });
    expect(readJsonRpc('{"method":"m","params":{}}')).toMatchObject({ kind: 'notification', method: 'm' });
    expect(readJsonRpc('{"id":null,"method":"m"}')).toMatchObject({ kind: 'notification' });
    expect(readJsonRpc('{"id":0,"result":null}')).toMatchObject({ kind: 'response', id: 0, result: null });
    expect(readJsonRpc('{"id":"a","error":{"code":1}}')).toMatchObject({ kind: 'response', id: 'a' });
  });

  it('takes anything else for what it is', () => {
    for (const line of [
      '',
      'hello',
      '{',
      '"x"',
      '5',
      'null',
      '[]',
      '[{"id":1,"result":1}]',
      '{}',
      '{"id":1}',
      '{"method":7}',
    ]) {
      expect(readJsonRpc(line), line).toMatchObject({ kind: 'unknown' });
    }
  });
});

describe('readLostJsonRpc', () => {
  it('tells a reply from a call by what stands first', () => {
    expect(readLostJsonRpc('{"jsonrpc":"2.0","id":7,"result":{"text":"xxx')).toEqual({ kind: 'response', id: 7 });
    expect(readLostJsonRpc(' {"id":"a\\"b","jsonrpc":"2.0","error":{')).toEqual({ kind: 'response', id: 'a"b' });
    expect(readLostJsonRpc('{"jsonrpc":"2.0","id":0,"method":"m","params":{')).toEqual({
      kind: 'call',
      method: 'm',
      id: 0,
    });
    expect(readLostJsonRpc('{ "method": "m", "params": {"id": 5')).toEqual({
      kind: 'call',
      method: 'm',
      id: undefined,
    });
    expect(readLostJsonRpc('{"result":{"id":5')).toEqual({ kind: 'response', id: undefined });
    expect(readLostJsonRpc('')).toEqual({ kind: 'response', id: undefined });
  });
});
