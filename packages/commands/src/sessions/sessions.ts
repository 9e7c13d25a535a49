import type { SessionEntry } from '@agentmount/core';
import { chooseAgents } from '../shared/choose-agents.js';
import { defineCommand } from '../shared/command.js';
import { EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { countFlag, readArgs } from '../shared/read-args.js';
import { table } from '../shared/table.js';
import { withRunner } from '../shared/with-runner.js';

const SHOWN = 20;

/** `sessions`: the sessions that the servers of this user know, newest first. */
export const sessions = defineCommand(
  {
    name: 'sessions',
    takes: '[AGENT…] [--cwd DIR] [--limit N] [--json]',
    help: [
      `Lists the sessions that can be continued, newest first, ${SHOWN} unless --limit says otherwise.`,
      '--cwd shows those of one directory.',
    ],
  },
  async ({ args, io, agents, program }) => {
    const { words, flags } = readArgs(args, { cwd: 'string', limit: 'string', json: 'boolean' });
    const limit = countFlag('limit', flags.limit, 1, SHOWN);
    const pages = await Promise.all(
      chooseAgents(agents, words).map((agent) =>
        withRunner(agent, io, async (runner) => {
          const page = await runner.sessions({ limit, ...(flags.cwd !== undefined && { cwd: flags.cwd }) });
          return { total: page.total, sessions: page.sessions.map((one) => ({ agent: agent.adapter.name, ...one })) };
        }),
      ),
    );
    const total = pages.reduce((sum, page) => sum + page.total, 0);
    const found = pages
      .flatMap((page) => page.sessions)
      .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
      .slice(0, limit);
    if (flags.json) io.stdout.write(jsonText({ total, sessions: found.map(factsOf) }));
    else if (found.length === 0) io.stdout.write('No session is known.\n');
    else {
      io.stdout.write(sessionsTable(found));
      if (total > found.length) io.stderr.write(`${total - found.length} more: ${program} sessions --limit ${total}\n`);
    }
    return EXIT.done;
  },
);

type Found = SessionEntry & { readonly agent: string };

function sessionsTable(found: readonly Found[]): string {
  return table(
    ['AGENT', 'SESSION', 'STATUS', 'LAST USED', 'MODEL', 'DIRECTORY'],
    found.map((session) => [
      session.agent,
      session.id,
      session.status ?? 'unknown',
      `${new Date(session.lastUsedAt).toISOString().slice(0, 16)}Z`,
      session.model ?? '-',
      session.cwd,
    ]),
  );
}

function factsOf({ agent, id, cwd, model, transport, status, createdAt, lastUsedAt }: Found) {
  return { agent, session: id, status, cwd, model, transport, created_at: createdAt, last_used_at: lastUsedAt };
}
