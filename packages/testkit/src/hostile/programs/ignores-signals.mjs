// Ignores every signal that can be ignored, its client's stop, and the end of its input.
import { mark, speakQwen } from './speak-qwen.mjs';

export function run() {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => undefined);
  setInterval(() => undefined, 60_000);
  speakQwen({ stubborn: true, prompted: () => mark('prompted') });
}
