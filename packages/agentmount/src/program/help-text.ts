import type { Manifest } from '@agentmount/server';
import type { Command } from './command.js';

/** What `--help` prints. */
export function helpText({ name, version, description }: Manifest, commands: readonly Command[]): string {
  const rows = commands.map((command) => ({ call: `${command.name} ${command.takes}`.trim(), ...command }));
  const width = Math.max(...rows.map(({ call }) => call.length));
  return [
    `${name} ${version}`,
    description,
    '',
    `Usage: ${name} COMMAND …`,
    '',
    ...rows.map(({ call, summary }) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    `${name} COMMAND --help says what a command takes; every command takes --config FILE. --version prints the version.`,
    '',
  ].join('\n');
}
