import { homedir } from 'node:os';
import type { AgentAdapter } from '@agentmount/core';
import { readSettings } from '../settings/read-settings.js';
import { helpText } from './help-text.js';
import { readFlags } from './read-flags.js';
import { type Manifest, readManifest } from './read-manifest.js';
import { spareMemory } from './spare-memory.js';
import { terminalText } from './terminal-text.js';

/** A program that serves adapters over stdio. */
export interface ServerProgramOptions {
  /** At least one; no two of one name. */
  readonly adapters: readonly AgentAdapter[];
  /** The program's own `package.json`, which says its name and version. */
  readonly manifest: URL;
}

/**
 * Runs a server program with this process's command line, environment, stdin and stdout, until the host goes or a signal comes.
 * Exit codes: 0 after the host closed the connection, 2 for a command line or a setting that is refused, 128 + n after signal n.
 */
export async function runServerProgram(options: ServerProgramOptions): Promise<void> {
  const manifest = readManifest(options.manifest);
  const flags = readFlags(manifest.name, process.argv.slice(2));
  switch (flags.run) {
    case 'help':
      process.stdout.write(helpText(manifest, options.adapters));
      return;
    case 'version':
      process.stdout.write(`${manifest.version}\n`);
      return;
    case 'nothing':
      process.stderr.write(`${flags.problem}\n`);
      process.exitCode = 2;
      return;
    case 'serve':
      return serve(manifest, options.adapters);
  }
}

async function serve(manifest: Manifest, adapters: readonly AgentAdapter[]): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${manifest.name}: ${line}\n`);
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const home = homedir();
  const read = adapters.map((adapter) => ({ adapter, ...readSettings(adapter, { environment, home }) }));
  for (const problem of read.flatMap(({ problems, fatal }) => [...problems, ...fatal])) log(problem);
  if (read.some(({ fatal }) => fatal.length > 0)) {
    process.exitCode = 2;
    return;
  }
  if (process.stdin.isTTY) process.stderr.write(`${terminalText(manifest, adapters[0]?.name ?? manifest.name)}\n`);
  // The protocol's library is the greater part of what has to be loaded, and --help needs none of it.
  const { serveAdapters } = await import('./serve-adapters.js');
  serveAdapters({ manifest, adapters: read, environment, home, cwd: process.cwd(), log });
  spareMemory();
}
