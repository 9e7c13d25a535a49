// Sessions as claude 2.1.332 keeps them: a file each, in a folder named for the directory.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Opens a session; undefined when it was to be continued and is not there. */
export function openSession({ resume, session }, environment) {
  const id = resume ?? session ?? randomUUID();
  const home = environment.CLAUDE_CONFIG_DIR || join(homedir(), '.claude');
  const folder = join(home, 'projects', process.cwd().replace(/[^a-zA-Z0-9]/g, '-'));
  const path = join(folder, `${id}.jsonl`);
  const entries = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  if (resume !== undefined && entries.length === 0) return undefined;
  // A claude that runs inside another keeps no record.
  const keeps = environment.CLAUDE_CODE_CHILD_SESSION === undefined;

  function write(entry) {
    entries.push(entry);
    if (!keeps) return;
    mkdirSync(folder, { recursive: true });
    appendFileSync(path, `${JSON.stringify({ ...entry, sessionId: id, timestamp: new Date().toISOString() })}\n`);
  }

  return {
    id,
    said: () => entries.filter(({ type }) => type === 'user').flatMap(({ message }) => textOf(message.content)),
    cost: () => entries.findLast(({ type }) => type === 'cost')?.total ?? 0,
    writeUser: (content) => write({ type: 'user', message: { role: 'user', content } }),
    writeAssistant: (content) => write({ type: 'assistant', message: { role: 'assistant', content } }),
    writeCost: (total) => write({ type: 'cost', total }),
  };
}

export function textOf(content) {
  if (typeof content === 'string') return [content];
  return content.filter(({ type }) => type === 'text').map(({ text }) => text);
}
