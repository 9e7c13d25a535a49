import { describe, expect, it } from 'vitest';
import { readLost, readMessage } from '../src/json-rpc.js';

describe('readMessage', () => {
  it('sorts requests, notifications and responses, with ids of every kind', () => {
    expect(readMessage('{"jsonrpc":"2.0","id":0,"method":"m","params":[]}')).toMatchObject({ kind: 'request', id: 0 });
    expect(readMessage('{"id":"","method":"m"}')).toMatchObject({ kind: 'request', id: '' });
    expect(readMessage('{"method":"m","params":{}}')).toMatchObject({ kind: 'notification', method: 'm' });
    expect(readMessage('{"id":null,"method":"m"}')).toMatchObject({ kind: 'notification' });
    expect(readMessage('{"id":0,"result":null}')).toMatchObject({ kind: 'response', id: 0, result: null });
    expect(readMessage('{"id":"a","error":{"code":1}}')).toMatchObject({ kind: 'response', id: 'a' });
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
      expect(readMessage(line), line).toMatchObject({ kind: 'unknown' });
    }
  });
});

describe('readLost', () => {
  it('tells a reply from a call by what stands first', () => {
    expect(readLost('{"jsonrpc":"2.0","id":7,"result":{"text":"xxx')).toEqual({ kind: 'response', id: 7 });
    expect(readLost(' {"id":"a\\"b","jsonrpc":"2.0","error":{')).toEqual({ kind: 'response', id: 'a"b' });
    expect(readLost('{"jsonrpc":"2.0","id":0,"method":"m","params":{')).toEqual({ kind: 'call', method: 'm', id: 0 });
    expect(readLost('{ "method": "m", "params": {"id": 5')).toEqual({ kind: 'call', method: 'm', id: undefined });
    expect(readLost('{"result":{"id":5')).toEqual({ kind: 'response', id: undefined });
    expect(readLost('')).toEqual({ kind: 'response', id: undefined });
  });
});
