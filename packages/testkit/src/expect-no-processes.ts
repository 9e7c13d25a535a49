import type { ProcessRecord } from './process-snapshot.js';
import { type ProcessTarget, targetSelector } from './process-target.js';
import { processesWith } from './processes-with.js';
import { waitFor } from './wait-for.js';

/** What may stay, and for how long the rest may still be there. */
export interface ExpectNoProcessesOptions {
  /** Says of a process that it may stay: a waiting spare, the server itself. `processMatcher()` makes one from data. */
  readonly except?: (process: ProcessRecord) => boolean;
  /** How long leftovers may take to go away, in milliseconds. Default 15,000. */
  readonly withinMs?: number;
}

/**
 * Waits until no process of the target is left, apart from the excepted ones.
 * @returns the excepted ones that are there at that moment @throws Error that lists the leftovers
 */
export async function expectNoProcesses(
  target: ProcessTarget,
  options: ExpectNoProcessesOptions = {},
): Promise<ProcessRecord[]> {
  const except = options.except ?? (() => false);
  let leftovers: ProcessRecord[] = [];
  return waitFor(
    async () => {
      const found = await processesWith(targetSelector(target));
      leftovers = found.filter((record) => !except(record));
      return leftovers.length === 0 && found;
    },
    {
      timeoutMs: options.withinMs ?? 15_000,
      what: () => `no process to be left, but ${leftovers.length} are:\n${leftovers.map(describeProcess).join('\n')}`,
    },
  );
}

/** One line about a process: ids, state, command, and the variables that mark it. */
export function describeProcess(record: ProcessRecord): string {
  const command = record.command.join(' ');
  const marks = Object.entries(record.environment)
    .filter(([name]) => name.startsWith('AGENTMOUNT_'))
    .map(([name, value]) => `${name}=${value}`);
  const ids = `pid ${record.pid}, ppid ${record.ppid}, group ${record.pgid}, session ${record.sid ?? '?'}, state ${record.state}`;
  return `  ${ids}: ${command.length > 300 ? `${command.slice(0, 300)}…` : command} [${marks.join(' ') || 'no marker'}]`;
}
