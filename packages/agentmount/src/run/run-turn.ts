import { createRunner, type Report, type TurnRequest } from '@agentmount/core';
import { variablePrefix } from '@agentmount/server';
import type { LoadedAgent } from '../agents/load-agents.js';
import type { CommandIo } from '../program/command-io.js';
import { askOnTerminal } from './ask-on-terminal.js';
import { statusDisplay } from './status-display.js';
import { type StoppedBySignals, type StopSignal, stopOnSignals } from './stop-on-signals.js';
import { terminalInput } from './terminal-input.js';

/** How a turn came out, and the signal that stopped it. */
export interface RunOutcome {
  readonly report: Report;
  readonly signal?: StopSignal;
}

/**
 * Runs one turn of an agent and shows on stderr how it goes on; nothing of it is left running when this settles. What the agent asks
 * is put to the person at the terminal; without one it is denied at once. Throws a `Refusal` for what is refused before anything starts.
 */
export async function runTurn(
  { adapter, settings }: LoadedAgent,
  request: TurnRequest,
  io: CommandIo,
): Promise<RunOutcome> {
  const { environment, home, cwd, stderr } = io;
  const openInput = terminalInput(io);
  const runner = await createRunner({
    adapter,
    // One turn and no other: nothing waits for a next one.
    settings: {
      ...settings.runner,
      spares: 0,
      keepMs: 0,
      ...(openInput === undefined ? { approvalTimeoutMs: 0 } : {}),
    },
    cwd,
    environment,
    home,
    variablePrefix: variablePrefix(adapter),
  });
  let stopped: StoppedBySignals | undefined;
  try {
    const turn = await runner.start(request);
    const display = statusDisplay(adapter.name, turn, stderr, environment.TERM === 'dumb');
    stopped = stopOnSignals(turn, (count) => display.say(count === 1 ? STOPPING : STOPPING_AT_ONCE));
    const stopAsking = openInput && askOnTerminal(adapter.title, turn, openInput, display);
    const report = await turn.report;
    stopAsking?.();
    display.close();
    const signal = stopped.signal();
    return { report, ...(signal === undefined ? {} : { signal }) };
  } finally {
    await runner.close();
    stopped?.release();
  }
}

const STOPPING = 'Stopping; what it has done so far stays in its session. Once more ends it at once.';
const STOPPING_AT_ONCE = 'Ending it at once.';
