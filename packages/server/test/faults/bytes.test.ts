import { scriptedAgent } from '@agentmount/testkit';
import { describe, expect, it } from 'vitest';
import { startHostile } from './hostile-setup.js';

const ANSWER = 'Schön, 漢字 and 😀: one\u2028two\u2029three\r\nfour.';

describe('what an agent writes', () => {
  it('arrives byte for byte, however it is cut, whatever its lines end in, and also without a last line end', async () => {
    await using agent = await scriptedAgent(
      [
        { expect: { 'request.subtype': 'initialize' }, capture: { id: 'request_id' } },
        { write: '{"type":"control_response","response":{"subtype":"success","request_id":"{id}",' },
        { write: '"response":{"subtype":"initialize","session_id":"{uuid}"}}}\r\n\r\n' },
        { expect: { type: 'user' } },
        { say: { type: 'system', subtype: 'init', session_id: '{uuid}', model: 'm', tools: [] } },
        ...cut(
          `${JSON.stringify({ type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: ANSWER })}`,
        ),
        { exit: 0 },
      ],
      { name: 'qwen', version: '0.24.4' },
    );
    await using setup = await startHostile('keeps-sessions', {}, { BIN: agent.bin });
    const client = await setup.connect();
    const { text, isError } = await client.call('qwen', { prompt: 'say it' });
    expect(isError, text).toBe(false);
    expect(text).toContain(`\n\n${ANSWER}\n\n---`);
  });

  it('a request that nobody knows is answered in time, so that the agent goes on', async () => {
    await using agent = await scriptedAgent(
      [
        { expect: { 'request.subtype': 'initialize' }, capture: { id: 'request_id' } },
        {
          say: {
            type: 'control_response',
            response: { subtype: 'success', request_id: '{id}', response: { session_id: '{uuid}' } },
          },
        },
        { expect: { type: 'user' } },
        { say: { type: 'control_request', request_id: 'unheard-of', request: { subtype: 'make_coffee' } } },
        { expect: { type: 'control_response', 'response.request_id': 'unheard-of', 'response.subtype': 'error' } },
        { say: { type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: 'Went on.' } },
        { waitForInputEnd: true },
      ],
      { name: 'qwen', version: '0.24.4' },
    );
    await using setup = await startHostile('keeps-sessions', {}, { BIN: agent.bin });
    const client = await setup.connect();
    expect((await client.call('qwen', { prompt: 'go' })).text).toContain('Went on.');
  });
});

/** Writes a text in pieces of three bytes, so that every character that takes more is cut. */
function cut(text: string) {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / 3) }, (_, index) => ({
    writeBytes: bytes.subarray(index * 3, index * 3 + 3).toString('base64'),
  }));
}
