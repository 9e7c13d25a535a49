// Is never the same process for long: a shell starts its successor in a new session and is gone, again and again.
import { spawn } from 'node:child_process';
import { mark, speakQwen } from './speak-qwen.mjs';

// Whatever becomes of the test, it is over when the test's folder is gone.
const HOP = 'export hop; [ -d "$HOME" ] || exit 0; setsid sh -c "$hop" & exit 0';

export function run() {
  speakQwen({
    stubborn: true,
    prompted() {
      spawn('setsid', ['sh', '-c', HOP], { stdio: 'ignore', env: { ...process.env, hop: HOP } });
      mark('prompted');
    },
  });
}
