// Is never the same process for long: a shell starts its successor in a new session and is gone, again and again.
import { spawn } from 'node:child_process';
import { mark, speakQwen } from './speak-qwen.mjs';

const HOP = 'export hop; setsid sh -c "$hop" & exit 0';

export function run() {
  speakQwen({
    stubborn: true,
    prompted() {
      spawn('setsid', ['sh', '-c', HOP], { stdio: 'ignore', env: { ...process.env, hop: HOP } });
      mark('prompted');
    },
  });
}
