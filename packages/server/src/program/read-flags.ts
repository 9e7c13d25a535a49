import type { ProgramCommand } from './program-command.js';

/** What the command line asks for. */
export type Flags =
  | { readonly run: 'serve' | 'help' | 'version' }
  | { readonly run: 'command'; readonly command: ProgramCommand; readonly args: readonly string[] }
  /** It is not understood; one sentence that says why. */
  | { readonly run: 'nothing'; readonly problem: string };

/**
 * Reads the command line. Everything else is set by environment variables, because that is what hosts let people set.
 * @param args the words after the program's name
 */
export function readFlags(program: string, args: readonly string[], commands: readonly ProgramCommand[]): Flags {
  const [first, ...rest] = args;
  const command = commands.find(({ name }) => name === first);
  if (command) return { run: 'command', command, args: rest };
  if (args.includes('--help') || args.includes('-h')) return { run: 'help' };
  if (args.includes('--version') || args.includes('-v')) return { run: 'version' };
  if (first === undefined) return { run: 'serve' };
  const what = first.startsWith('-') ? 'flag' : 'argument';
  return {
    run: 'nothing',
    problem: `${program} does not know the ${what} ${JSON.stringify(first)}; it takes ${['--help', ...commands.map(({ name }) => name)].join(', ')} and --version, and is set up by environment variables.`,
  };
}
