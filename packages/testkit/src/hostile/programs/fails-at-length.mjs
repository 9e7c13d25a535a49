// Fails, and gives a reason of `bytes` that is made of `piece`, again and again.
import { answer, mark, result, say, speakQwen } from './speak-qwen.mjs';

export function run({ piece, bytes }) {
  speakQwen({
    async prompted(text) {
      if (text === 'calm') return answer('Calm.');
      mark('prompted');
      const message = `${piece.repeat(bytes / piece.length)}!`;
      await say(result({ subtype: 'error_during_execution', is_error: true, error: { message } }));
    },
  });
}
