// Leaves children wherever the kill of a process group does not reach, then does what `after` says: answers, hangs, or exits.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answer, folder, mark, speakQwen } from './speak-qwen.mjs';

// Each lives for ever, and names the folder in its command line, whatever became of its environment. $1 marks that it is there.
const live = 'touch "$0/$1"; exec tail -f "$0/forever"';
const stubborn = `trap "" TERM HUP INT; ${live}`;
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const child = (script, name) => `sh -c ${quote(script)} "$0" ${name}`;

const CHILDREN = {
  /** In the agent's own group. */
  plain: `${child(live, 'plain')} &`,
  /** In the agent's own group, and deaf to what it is asked. */
  stubborn: `${child(stubborn, 'stubborn')} &`,
  /** In another group of the agent's session. */
  group: `set -m; ${child(live, 'group')} & set +m`,
  /** In another session. */
  session: `setsid ${child(stubborn, 'session')} &`,
  /** In another session, and its parent is gone. */
  daemon: `setsid sh -c ${quote(`setsid ${child(stubborn, 'daemon')} & exit 0`)} "$0" &`,
  /** Without the agent's environment, in another session, while its parent lives. */
  wiped: `sh -c ${quote(`env -i setsid ${child(stubborn, 'wiped')} & wait`)} "$0" &`,
  /** Stopped, so that it cannot act on SIGTERM. */
  stopped: `setsid sh -c ${quote('touch "$0/stopped"; kill -STOP $$; exec tail -f "$0/forever"')} "$0" &`,
};

export function run({ after, holdsOutput = false }) {
  speakQwen({
    stubborn: after === 'hang',
    async prompted() {
      const script = `touch "$0/forever"; ${Object.values(CHILDREN).join('\n')}\n`;
      spawn('/bin/sh', ['-c', script, folder], { stdio: ['ignore', holdsOutput ? 'inherit' : 'ignore', 'ignore'] });
      const there = (name) => existsSync(join(folder, name));
      while (!Object.keys(CHILDREN).every(there)) await delay(5);
      mark('children-left');
      if (after === 'exit') process.exit(3);
      if (after === 'answer') await answer('Done.');
    },
  });
}
