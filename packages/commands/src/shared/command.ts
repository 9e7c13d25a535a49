import { Refusal } from '@agentmount/core';
import { type CommandCall, EXIT } from './command-call.js';
import { UsageError } from './usage-error.js';

/** Carries a command out; resolves with the exit code. Never rejects for what a person did. */
export type RunCommand<Call extends CommandCall = CommandCall> = (call: Call) => Promise<number>;

/** What a command is, beside what it does. */
export interface CommandText {
  readonly name: string;
  /** What it takes, as usage shows it: `[AGENT…] [--json]`. */
  readonly takes: string;
  /** Paragraphs of its help, without the program's name. */
  readonly help: readonly string[];
}

/**
 * Makes a command of its work: answers `--help`, and turns refused words and refused wishes into a sentence on stderr and an exit
 * code.
 */
export function defineCommand<Call extends CommandCall>(text: CommandText, work: RunCommand<Call>): RunCommand<Call> {
  return async (call) => {
    const { args, io, program } = call;
    if (args.includes('--help') || args.includes('-h')) {
      io.stdout.write(`${[`Usage: ${program} ${text.name} ${text.takes}`, ...text.help].join('\n\n')}\n`);
      return EXIT.done;
    }
    try {
      return await work(call);
    } catch (error) {
      if (isFileTrouble(error)) {
        io.stderr.write(`${program} ${text.name}: ${error.message}; ${program} doctor says what can be used.\n`);
        return EXIT.failed;
      }
      const usage = error instanceof UsageError;
      if (!usage && !Refusal.is(error)) throw error;
      const hint = usage ? ` See ${program} ${text.name} --help.` : '';
      io.stderr.write(`${program} ${text.name}: ${sentence((error as Error).message)}${hint}\n`);
      return usage ? EXIT.usage : EXIT.failed;
    }
  };
}

/** An error of the file system, which is a person's to mend, and none of ours. */
function isFileTrouble(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^E[A-Z0-9]+$/.test(String((error as NodeJS.ErrnoException).code));
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
