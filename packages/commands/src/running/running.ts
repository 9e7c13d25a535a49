import { findLeftovers, type Leftover } from '@agentmount/core';
import { shortDuration } from '@agentmount/server';
import { chooseAgents } from '../shared/choose-agents.js';
import { defineCommand } from '../shared/command.js';
import { EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { readArgs } from '../shared/read-args.js';
import { type FoundTurn, runningTurns } from '../shared/running-turns.js';
import { table } from '../shared/table.js';

/** `running`: what every server of this user is doing right now. */
export const running = defineCommand(
  {
    name: 'running',
    takes: '[AGENT…] [--json]',
    help: [
      'Lists the turns that run, or wait for a place, in all servers of this user, oldest first.',
      'A turn that waits for its session to become free is not listed until then.',
    ],
  },
  async ({ args, io, agents, program }) => {
    const { words, flags } = readArgs(args, { json: 'boolean' });
    const turns = await runningTurns(chooseAgents(agents, words));
    const leftovers = await findLeftovers(io.home);
    if (flags.json) {
      io.stdout.write(jsonText({ turns: turns.map(factsOf), leftovers: leftovers.map(leftoverFacts) }));
      return EXIT.done;
    }
    io.stdout.write(turns.length === 0 ? 'No turn is running.\n' : turnsTable(turns, Date.now()));
    for (const leftover of leftovers) io.stdout.write(`${leftoverLine(leftover)} ${program} stop --all ends them.\n`);
    return EXIT.done;
  },
);

function turnsTable(turns: readonly FoundTurn[], now: number): string {
  return table(
    ['AGENT', 'TURN', 'STATE', 'FOR', 'SESSION', 'SERVER', 'DIRECTORY'],
    turns.map((turn) => [
      turn.agent,
      turn.turn,
      turn.depth === 0 ? turn.state : `${turn.state}, delegated`,
      shortDuration(Math.max(0, now - (turn.startedAt ?? turn.createdAt))),
      turn.session ?? '-',
      String(turn.server.pid),
      turn.cwd,
    ]),
  );
}

function factsOf({ statePath, server, key: _key, ...turn }: FoundTurn) {
  return { ...turn, server: { pid: server.pid, host: server.host }, state_path: statePath };
}

function leftoverFacts({ server, processes }: Leftover) {
  return { server, pids: processes.map(({ pid }) => pid) };
}

function leftoverLine({ server, processes }: Leftover): string {
  const pids = processes.map(({ pid }) => pid).join(' ');
  return `Left over from server ${server}, which is dead: ${pids}.`;
}
