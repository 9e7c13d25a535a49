// Says one line of `bytes` in the middle of its work, without a line end for a long while, and then answers.
import { answer, mark, say, session, speakQwen } from './speak-qwen.mjs';

const PIECE = 65_536;

export function run({ bytes, times = 1 }) {
  const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
  speakQwen({
    async prompted(text) {
      if (text === 'calm') return answer('Calm.');
      mark('prompted');
      for (let time = 0; time < times; time += 1) {
        await write(
          `{"type":"user","session_id":"${session}","message":{"role":"user","content":[{"type":"tool_result","content":"`,
        );
        for (let written = 0; written < bytes; written += PIECE)
          await write('y'.repeat(Math.min(PIECE, bytes - written)));
        await write('"}]}}\n');
      }
      await say({
        type: 'stream_event',
        session_id: session,
        parent_tool_use_id: null,
        event: { type: 'message_stop' },
      });
      await answer('That was a long line.');
    },
  });
}
