// What every hostile agent has in common: the wire of qwen 0.24.4 on `--input-format=stream-json`, as far as a server uses it.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The folder of the program as it was started: what it leaves there a test can see. */
export const folder = dirname(process.argv[1]);
export const resumed = process.argv.find((word) => word.startsWith('--resume='))?.slice('--resume='.length);
export const session = resumed ?? randomUUID();

/** Shows a test that a point was reached. */
export function mark(name) {
  writeFileSync(join(folder, name), String(process.pid));
}

/** Writes a frame; resolves when the pipe has it. */
export function say(frame) {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(frame)}\n`, resolve));
}

export function assistant(content) {
  const message = { id: randomUUID(), type: 'message', role: 'assistant', model: 'hostile-1', content };
  return { type: 'assistant', uuid: message.id, session_id: session, parent_tool_use_id: null, message };
}

export function result(fields) {
  return { type: 'result', uuid: randomUUID(), session_id: session, num_turns: 1, permission_denials: [], ...fields };
}

/** A whole answer, and the end of the prompt. */
export async function answer(text) {
  await say(assistant([{ type: 'text', text }]));
  await say(result({ subtype: 'success', is_error: false, result: text }));
}

/** A part of an answer. */
export function delta(text) {
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return { type: 'stream_event', uuid: randomUUID(), session_id: session, parent_tool_use_id: null, event };
}

/**
 * Plays the agent: shakes hands, calls `prompted(text)` for each prompt, and stops or ends as it is told, unless `stubborn`.
 * `ready` is awaited before the handshake is answered.
 */
export function speakQwen({ ready = async () => undefined, prompted, stubborn = false }) {
  if (process.argv.includes('--version')) {
    process.stdout.write('0.24.4\n');
    return;
  }
  const lines = createInterface({ input: process.stdin });
  const reply = (request, response) =>
    say({ type: 'control_response', response: { subtype: 'success', request_id: request.request_id, response } });
  const requests = {
    initialize: async (request) => {
      await ready();
      await reply(request, { subtype: 'initialize', session_id: session });
    },
    get_available_models: (request) => reply(request, { models: [{ id: 'hostile-1', label: 'Hostile' }] }),
    get_context_usage: (request) => reply(request, { modelName: 'hostile-1' }),
    interrupt: async (request) => {
      if (stubborn) return;
      await reply(request, {});
      const error = { message: 'Operation cancelled.' };
      await say(result({ subtype: 'error_during_execution', is_error: true, error }));
    },
  };
  lines.on('line', async (line) => {
    const frame = JSON.parse(line);
    if (frame.type === 'control_request') await requests[frame.request.subtype]?.(frame);
    if (frame.type !== 'user') return;
    await say({
      type: 'system',
      subtype: 'init',
      session_id: session,
      cwd: process.cwd(),
      model: 'hostile-1',
      tools: [],
    });
    await prompted(frame.message.content, lines);
  });
  lines.on('close', () => {
    if (!stubborn) process.exit(0);
  });
}
