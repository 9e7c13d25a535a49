// Works as an agent should: answers at once or when it is told, keeps a file for each session, and knows no session without one.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answer, delta, folder, mark, resumed, say, session, speakQwen } from './speak-qwen.mjs';

/** Where qwen 0.24.4 keeps the sessions of a directory. */
const store = join(
  process.env.HOME ?? folder,
  '.qwen',
  'projects',
  process.cwd().replace(/[^a-zA-Z0-9]/g, '-'),
  'chats',
);
const fileOf = (id) => join(store, `${id}.jsonl`);

/** Prompts are words and numbers: `answer`, `work 30` (a tool runs meanwhile, ms), `hang`, `die`. */
export function run() {
  mkdirSync(store, { recursive: true });
  if (resumed !== undefined && !existsSync(fileOf(resumed))) {
    process.stderr.write(`No saved session found with ID ${resumed}. Run \`qwen --resume\` without an ID to choose.\n`);
    process.exit(1);
  }
  speakQwen({
    ready: async () => mark(`ready-${process.pid}`),
    async prompted(text) {
      const [, word, ms] = /^(\w+) ?(\d*)/.exec(text) ?? [];
      appendFileSync(fileOf(session), `${JSON.stringify({ type: 'user', text })}\n`);
      if (word === 'die') process.kill(process.pid, 'SIGKILL');
      if (word !== 'answer') {
        spawn('setsid', ['sh', '-c', 'trap "" TERM; sleep 600'], { stdio: 'ignore' }).unref();
        await say(delta('I begin. '));
      }
      if (word === 'hang') return mark(`hanging-${session}`);
      await delay(Number(ms || 0));
      await answer(`${session} heard ${JSON.stringify(text)} in ${process.cwd()}.`);
    },
  });
}
