import { endLeftover, findLeftovers, stopRunningTurn } from '@agentmount/core';
import { defineCommand } from '../shared/command.js';
import { type CommandAgent, EXIT } from '../shared/command-call.js';
import { jsonText } from '../shared/json-text.js';
import { readArgs } from '../shared/read-args.js';
import { type FoundTurn, runningTurns } from '../shared/running-turns.js';
import { UsageError } from '../shared/usage-error.js';
import { chooseTurns } from './choose-turns.js';

/** How long a server may take to see that it is asked, ms. */
const HEAR_MS = 10_000;
/** What a turn's end may take beside the graces that the settings give, ms. */
const MARGIN_MS = 15_000;
/** SIGTERM to SIGKILL for what a dead server left, ms. */
const LEFTOVER_GRACE_MS = 2_000;

/** What became of one thing that was to end. */
interface Ended {
  readonly what: string;
  readonly done: boolean;
  /** One sentence. */
  readonly text: string;
}

/** `stop`: ends turns of other servers, and what dead servers have left. */
export const stop = defineCommand(
  {
    name: 'stop',
    takes: 'TURN|SESSION… | --all [--json]',
    help: [
      [
        "Ends running turns, from whichever server: the server itself stops the turn, the agent's own stop first, and tells its",
        'caller that a person did so. The sessions stay and can be continued.',
      ].join('\n'),
      [
        'TURN is an id that "running" lists (TURN@SERVER where two servers have one of that id); SESSION ends the turn of a session.',
        '--all ends all turns, and the processes that dead servers have left.',
      ].join('\n'),
    ],
  },
  async ({ args, io, agents, program }) => {
    const { words, flags } = readArgs(args, { all: 'boolean', json: 'boolean' });
    if ((words.length === 0) === (flags.all !== true)) throw new UsageError('name turns or sessions, or give --all.');
    const turns = await runningTurns(agents);
    const chosen = flags.all ? turns : chooseTurns(words, turns, program);
    const ended = [
      ...(await Promise.all(chosen.map((turn) => endTurn(turn, agents)))),
      ...(flags.all ? await endLeftovers(io.home) : []),
    ];
    if (flags.json) io.stdout.write(jsonText({ ended }));
    else io.stdout.write(ended.length === 0 ? 'No turn is running.\n' : ended.map(({ text }) => `${text}\n`).join(''));
    return ended.every(({ done }) => done) ? EXIT.done : EXIT.failed;
  },
);

async function endTurn(turn: FoundTurn, agents: readonly CommandAgent[]): Promise<Ended> {
  const { stopGraceMs, killGraceMs } = agents.find(({ adapter }) => adapter.name === turn.agent)?.settings.runner ?? {
    stopGraceMs: 0,
    killGraceMs: 0,
  };
  const endMs = stopGraceMs + killGraceMs + MARGIN_MS;
  const outcome = await stopRunningTurn(turn.statePath, turn, { hearMs: HEAR_MS, endMs });
  const { pid, host } = turn.server;
  const what = `${turn.agent} ${turn.turn}`;
  const session = turn.session === undefined ? '' : `; session ${turn.session} can be continued`;
  switch (outcome) {
    case 'stopped':
      return { what, done: true, text: `Stopped ${what}${session}.` };
    case 'stopping':
      return {
        what,
        done: false,
        text: `Server ${pid} is stopping ${what} and has not finished after ${endMs} ms; look again in a while.`,
      };
    case 'unheard':
      return {
        what,
        done: false,
        text: `Server ${pid} on ${host} did not take the request to stop ${what} within ${HEAR_MS} ms; it may be suspended. Ending it (kill ${pid}) ends its agents, too.`,
      };
  }
}

async function endLeftovers(home: string): Promise<readonly Ended[]> {
  const leftovers = await findLeftovers(home);
  return Promise.all(
    leftovers.map(async (leftover) => {
      const survivors = await endLeftover(leftover, LEFTOVER_GRACE_MS);
      const pids = leftover.processes.map(({ pid }) => pid).join(' ');
      const what = `processes ${pids}`;
      const from = `left over from server ${leftover.server}`;
      if (survivors.length === 0) return { what, done: true, text: `Ended ${what}, ${from}.` };
      const left = survivors.map(({ pid, reason }) => `${pid} (${reason})`).join(', ');
      return { what, done: false, text: `Of ${what}, ${from}, these could not be ended: ${left}.` };
    }),
  );
}
