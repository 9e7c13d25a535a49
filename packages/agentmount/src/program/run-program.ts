import type { Manifest } from '@agentmount/server';
import { builtInAgents } from '../agents/built-in-agents.js';
import type { Command } from './command.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './help-text.js';
import { nearestWord } from './nearest-word.js';
import { USAGE_EXIT, UsageError } from './usage-error.js';

/**
 * Carries a command line out.
 * @param args the words after the program's name
 * @returns the exit code; what it means is each command's own, except that 2 is a command line that was refused
 */
export async function runProgram(
  manifest: Manifest,
  commands: readonly Command[],
  args: readonly string[],
  io: CommandIo,
): Promise<number> {
  const [first, ...rest] = args;
  switch (first) {
    case undefined:
      io.stderr.write(helpText(manifest, commands));
      return USAGE_EXIT;
    case '--help':
    case '-h':
    case 'help':
      if (rest[0] !== undefined) return runProgram(manifest, commands, [rest[0], '--help'], io);
      io.stdout.write(helpText(manifest, commands));
      return 0;
    case '--version':
    case '-v':
      io.stdout.write(`${manifest.version}\n`);
      return 0;
  }
  const command = commands.find(({ name }) => name === first);
  try {
    if (command === undefined) throw new UsageError(unknownWord(manifest, commands, first));
    const run = await command.load();
    return await run({ args: rest, io, manifest });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const name = command === undefined ? manifest.name : `${manifest.name} ${command.name}`;
    for (const problem of error.problems) io.stderr.write(`${name}: ${problem}\n`);
    return USAGE_EXIT;
  }
}

function unknownWord({ name }: Manifest, commands: readonly Command[], word: string): string {
  const isFlag = word.startsWith('-');
  const known = isFlag ? ['--help', '--version'] : commands.map((command) => command.name);
  const near = builtInAgents.has(word) ? `${name} run ${word}` : nearestWord(word, known);
  const guess = near === undefined ? '' : ` did you mean ${near}?`;
  return `there is no ${isFlag ? 'flag' : 'command'} ${JSON.stringify(word)};${guess} ${name} --help lists them.`;
}
