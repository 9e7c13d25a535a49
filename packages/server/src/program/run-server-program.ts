import { homedir } from 'node:os';
import type { AgentAdapter } from '@agentmount/core';
import { readSettings } from '../settings/read-settings.js';
import { helpText } from './help-text.js';
import type { ProgramCommand } from './program-command.js';
import { readFlags } from './read-flags.js';
import { type Manifest, readManifest } from './read-manifest.js';
import { serveOverStdio } from './serve-over-stdio.js';

/** A program that serves adapters over stdio. */
export interface ServerProgramOptions {
  /** At least one; no two of one name. */
  readonly adapters: readonly AgentAdapter[];
  /** The program's own `package.json`, which says its name and version. */
  readonly manifest: URL;
  /** What a person can have it do instead of serving; absent: nothing. */
  readonly commands?: readonly ProgramCommand[];
}

/**
 * Runs a server program with this process's command line, environment, stdin and stdout, until the host goes or a signal comes.
 * Exit codes: 0 after the host closed the connection, 2 for a command line or a setting that is refused, 128 + n after signal n; after a
 * command, what the command says.
 */
export async function runServerProgram(options: ServerProgramOptions): Promise<void> {
  const manifest = readManifest(options.manifest);
  const { adapters, commands = [] } = options;
  const flags = readFlags(manifest.name, process.argv.slice(2), commands);
  switch (flags.run) {
    case 'help':
      process.stdout.write(helpText(manifest, adapters, commands));
      return;
    case 'version':
      process.stdout.write(`${manifest.version}\n`);
      return;
    case 'nothing':
      process.stderr.write(`${flags.problem}\n`);
      process.exitCode = 2;
      return;
    case 'command':
      process.exitCode = await runCommand(manifest, adapters, flags);
      return;
    case 'serve':
      return serve(manifest, adapters);
  }
}

async function runCommand(
  { name }: Manifest,
  adapters: readonly AgentAdapter[],
  { command, args }: { readonly command: ProgramCommand; readonly args: readonly string[] },
): Promise<number> {
  const { environment, home, cwd } = surroundings();
  // Whoever reads the first lines only (`| head`) has seen enough.
  process.stdout.on('error', () => process.exit());
  const io = { stdout: process.stdout, stderr: process.stderr, environment, home, cwd };
  const agents = adapters.map((adapter) => ({ adapter, ...readSettings(adapter, { environment, home }) }));
  return command.run({ program: name, args, io, agents });
}

function surroundings() {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { environment, home: homedir(), cwd: process.cwd() };
}

async function serve(manifest: Manifest, adapters: readonly AgentAdapter[]): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${manifest.name}: ${line}\n`);
  const { environment, home, cwd } = surroundings();
  const read = adapters.map((adapter) => ({ adapter, ...readSettings(adapter, { environment, home }) }));
  for (const problem of read.flatMap(({ problems, fatal }) => [...problems, ...fatal])) log(problem);
  if (read.some(({ fatal }) => fatal.length > 0)) {
    process.exitCode = 2;
    return;
  }
  const server = adapters[0]?.name ?? manifest.name;
  const command = `npx -y ${manifest.name}`;
  await serveOverStdio({ manifest, adapters: read, environment, home, cwd, log, server, command });
}
