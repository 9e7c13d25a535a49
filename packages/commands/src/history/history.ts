import { type HistoryPage, Refusal } from '@agentmount/core';
import { chooseAgents } from '../shared/choose-agents.js';
import { defineCommand } from '../shared/command.js';
import { type CommandAgent, type CommandIo, EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { countFlag, readArgs } from '../shared/read-args.js';
import { UsageError } from '../shared/usage-error.js';
import { withRunner } from '../shared/with-runner.js';

const ITEMS = 50;
const CHARACTERS = 4000;
const EVERYTHING = 1_000_000;

/** `history`: what was said in a session, from the agent's own file. */
export const history = defineCommand(
  {
    name: 'history',
    takes: 'SESSION [--agent AGENT] [--tools] [--limit N] [--max-chars N] [--cursor CURSOR] [--cwd DIR] [--json]',
    help: [
      `Prints what was said in a session, the newest ${ITEMS} items, oldest first. It is read from the agent's own file: nothing runs.`,
      [
        '--tools shows tool calls and their results as well.',
        `--limit and --max-chars say how many items, and how much of each (${CHARACTERS} characters).`,
        '--cursor continues with older items; the end of each page names it.',
        '--agent and --cwd are for a session that is not in the list of sessions.',
      ].join('\n'),
    ],
  },
  async ({ args, io, agents, program }) => {
    const { words, flags } = readArgs(args, {
      agent: 'string',
      tools: 'boolean',
      limit: 'string',
      'max-chars': 'string',
      cursor: 'string',
      cwd: 'string',
      json: 'boolean',
    });
    const [session, ...more] = words;
    if (session === undefined || more.length > 0) throw new UsageError('name one session.');
    const chosen = chooseAgents(agents, flags.agent === undefined ? [] : [flags.agent]);
    const agent = await agentOf(session, chosen, io);
    const page = await withRunner(agent, io, (runner) =>
      runner.history({
        session,
        limit: countFlag('limit', flags.limit, 1, ITEMS),
        maxChars: countFlag('max-chars', flags['max-chars'], 1, CHARACTERS),
        includeTools: flags.tools === true,
        ...(flags.cursor !== undefined && { cursor: flags.cursor }),
        ...(flags.cwd !== undefined && { cwd: flags.cwd }),
      }),
    );
    if (flags.json) {
      io.stdout.write(jsonText({ agent: agent.adapter.name, session, ...page }));
      return EXIT.done;
    }
    io.stdout.write(pageText(page, agent.adapter.name));
    if (page.skipped > 0) io.stderr.write(`${page.skipped} lines were too long to be read.\n`);
    if (page.cursor !== undefined) io.stderr.write(`Older: ${program} history ${session} --cursor ${page.cursor}\n`);
    return EXIT.done;
  },
);

/** Whose session it is: the agent that has it in its list, else the only one whose ids look like it. */
async function agentOf(session: string, agents: readonly CommandAgent[], io: CommandIo): Promise<CommandAgent> {
  const able = agents.filter(({ adapter }) => adapter.sessionId.test(session));
  for (const agent of able) {
    const page = await withRunner(agent, io, (runner) => runner.sessions({ limit: EVERYTHING }));
    if (page.sessions.some(({ id }) => id === session)) return agent;
  }
  const [only, ...others] = able;
  const shown = JSON.stringify(session.slice(0, 100));
  if (only === undefined) throw new Refusal('session', `${shown} is no session id of ${namesOf(agents)}`);
  if (others.length === 0) return only;
  throw new UsageError(`session ${shown} is in no list; say whose it is with --agent (${namesOf(able)}).`);
}

function namesOf(agents: readonly CommandAgent[]): string {
  return agents.map(({ adapter }) => adapter.name).join(', ');
}

function pageText({ items }: HistoryPage, agent: string): string {
  if (items.length === 0) return 'Nothing is said there.\n';
  const parts = items.map((item) => {
    const who = item.role === 'tool' ? `tool ${item.tool ?? ''}`.trim() : item.role === 'assistant' ? agent : item.role;
    const when = item.at === undefined ? '' : `, ${new Date(item.at).toISOString().slice(0, 19)}Z`;
    const cut = item.cut === undefined ? '' : `\n[${item.cut} more characters: --max-chars shows them]`;
    return `${who}${when}:\n${visible(item.text)}${cut}\n`;
  });
  return parts.join('\n');
}

/** Text of an agent's: its line ends and tabs stay, what would steer a terminal does not. */
function visible(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '\u{FFFD}');
}
