// Starts a new child in a session of its own all the time, and more of them when it is asked to end: some begin at the moment of the kill.
import { spawn } from 'node:child_process';
import { mark, speakQwen } from './speak-qwen.mjs';

export function run() {
  const start = () => spawn('setsid', ['sh', '-c', 'trap "" TERM; sleep 600'], { stdio: 'ignore' }).unref();
  process.on('SIGTERM', () => {
    for (let count = 0; count < 10; count += 1) start();
  });
  speakQwen({
    stubborn: true,
    prompted() {
      setInterval(start, 5);
      mark('prompted');
    },
  });
}
