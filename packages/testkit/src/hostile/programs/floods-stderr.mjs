// Writes `bytes` to stderr, numbered so that its beginning and its end can be told, and then fails without a result.
import { answer, mark, speakQwen } from './speak-qwen.mjs';

export function run({ bytes }) {
  const write = (text) => new Promise((resolve) => process.stderr.write(text, resolve));
  speakQwen({
    async prompted(text) {
      if (text === 'calm') return answer('Calm.');
      mark('prompted');
      await write('the first line of many\n');
      for (let written = 0, number = 0; written < bytes; number += 1) {
        const text = `complaint ${number} ${'z'.repeat(8_000)}\n`;
        written += text.length;
        await write(text);
      }
      await write('the last line of all\n');
      process.exit(7);
    },
  });
}
