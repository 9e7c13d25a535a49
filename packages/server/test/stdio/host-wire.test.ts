import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/stdio/check-message.js';
import { HostWire, type WireEnd } from '../../src/stdio/host-wire.js';

function connect(options: { maxFrame?: number; output?: PassThrough } = {}) {
  const input = new PassThrough();
  const output = options.output ?? new PassThrough();
  const messages: Message[] = [];
  const ends: WireEnd[] = [];
  const wire = new HostWire({ input, output, maxFrame: options.maxFrame ?? 10_000 });
  wire.start({ onMessage: (message) => messages.push(message), onEnd: (reason) => ends.push(reason) });
  const written = () => {
    const text = output.read() as Buffer | null;
    return (text?.toString('utf8') ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number; message: string }; result?: unknown });
  };
  return { input, output, wire, messages, ends, written };
}

const request = (id: unknown, method = 'ping') => JSON.stringify({ jsonrpc: '2.0', id, method });

describe('messages from the host', () => {
  it('are handed on, whatever chunks they come in', () => {
    const { input, messages } = connect();
    const bytes = Buffer.from(
      `${request(1)}\r\n${JSON.stringify({ jsonrpc: '2.0', method: 'note', params: { text: 'ü\u2028ß' } })}\n`,
    );
    for (const byte of bytes) input.write(Buffer.from([byte]));
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'note', params: { text: 'ü\u2028ß' } },
    ]);
  });

  it('are taken without a last line end', () => {
    const { input, messages, ends } = connect();
    input.end(request(1));
    return new Promise<void>((resolve) => input.on('end', resolve)).then(() => {
      expect(messages).toHaveLength(1);
      expect(ends).toEqual(['input ended']);
    });
  });

  it.each([
    ['no JSON', '{"jsonrpc":', null, -32700],
    ['a batch', `[${request(1)},${request(2)}]`, null, -32600],
    ['an empty batch', '[]', null, -32600],
    ['a text', '"hello"', null, -32600],
    ['null', 'null', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', 3, -32600],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['a fraction as id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"a","method":5}', 'a', -32600],
    ['parameters as a list', '{"jsonrpc":"2.0","id":4,"method":"ping","params":[1]}', 4, -32600],
    ['neither method nor result', '{"jsonrpc":"2.0","id":4}', 4, -32600],
  ])('are answered when they are %s, and the next one is served', (_what, line, id, code) => {
    const { input, messages, written, ends } = connect();
    input.write(`${line}\n\n   \n${request('next')}\n`);
    const answers = written();
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({
      id,
      error: { code, message: expect.stringMatching(/^(Parse error|Invalid request): .+\.$/) },
    });
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 'next', method: 'ping' }]);
    expect(ends).toEqual([]);
  });

  it('that are too long are answered with their id, from whichever end shows it', () => {
    const { input, messages, written } = connect({ maxFrame: 1000 });
    const filler = 'y'.repeat(3000);
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'm', params: { filler } })}\n`);
    for (const part of [`{"method":"m","params":{"filler":"${filler}`, '"},"jsonrpc":"2.0"', ',"id":"two"}\n'])
      input.write(part);
    input.write(`{"filler":"${filler}"}\n${request(3)}\n`);
    expect(written()).toMatchObject([
      { id: 1, error: { code: -32600, message: expect.stringContaining('the longest allowed has 1000') } },
      { id: 'two', error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 3, method: 'ping' }]);
  });

  it('may not use an id twice while the first is worked on, and may afterwards', async () => {
    const { input, wire, messages, written } = connect();
    input.write(`${request(1)}\n${request(1)}\n${request('1')}\n`);
    expect(written()).toMatchObject([
      { id: 1, error: { code: -32600, message: expect.stringContaining('still being worked on') } },
    ]);
    expect(messages.map(({ id }) => id)).toEqual([1, '1']);
    // The refusal itself has not freed the id.
    input.write(`${request(1)}\n`);
    expect(written()).toHaveLength(1);
    await wire.send({ jsonrpc: '2.0', id: 1, result: {} });
    input.write(`${request(1)}\n`);
    expect(messages.map(({ id }) => id)).toEqual([1, '1', 1]);
  });

  it('free the id of a request that they cancel', () => {
    const { input, messages } = connect();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    input.write(`${request(1)}\n${JSON.stringify(cancelled)}\n${request(1)}\n`);
    expect(messages).toHaveLength(3);
  });
});

describe('a host that does not read', () => {
  it('is not read from either, until it does', async () => {
    const output = new PassThrough({ highWaterMark: 16 });
    const { input, wire } = connect({ output });
    void wire.send({ jsonrpc: '2.0', id: 1, result: { filler: 'z'.repeat(2_000_000) } });
    input.write(`${request(2)}\n`);
    expect(input.isPaused()).toBe(true);
    output.resume();
    await new Promise((resolve) => output.once('drain', resolve));
    expect(input.isPaused()).toBe(false);
  });

  it('keeps a sender waiting, so that progress can be left out', async () => {
    const output = new PassThrough({ highWaterMark: 16 });
    const { wire } = connect({ output });
    let taken = 0;
    for (let index = 0; index < 3; index += 1)
      void wire.send({ jsonrpc: '2.0', method: 'note' }).then(() => (taken += 1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(3);
    output.resume();
    await new Promise((resolve) => output.once('drain', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(3);
  });
});

describe('the end', () => {
  it('is told once, and nothing is written or read after it', async () => {
    const { input, output, wire, ends, messages } = connect();
    output.destroy(new Error('EPIPE'));
    await new Promise((resolve) => output.once('close', resolve));
    input.write(`${request(1)}\n`);
    input.end();
    await wire.send({ jsonrpc: '2.0', id: 1, result: {} });
    wire.close();
    expect(ends).toEqual(['output closed']);
    expect(messages).toEqual([]);
  });
});
