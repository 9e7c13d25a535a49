// Takes the handshake's question, starts a child in a session of its own, and never answers.
import { spawn } from 'node:child_process';
import { mark, speakQwen } from './speak-qwen.mjs';

export function run() {
  process.on('SIGTERM', () => undefined);
  speakQwen({
    stubborn: true,
    ready() {
      spawn('setsid', ['sh', '-c', 'trap "" TERM; sleep 600'], { stdio: 'ignore' }).unref();
      mark('asked');
      return new Promise(() => setInterval(() => undefined, 60_000));
    },
    prompted: () => undefined,
  });
}
