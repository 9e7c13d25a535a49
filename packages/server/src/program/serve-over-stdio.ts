import type { ServeOptions } from './serve-adapters.js';
import { spareMemory } from './spare-memory.js';
import { terminalText } from './terminal-text.js';

/** What is served, and how a person would add it to a host. */
export interface StdioOptions extends ServeOptions {
  /** The name under which a host would know the server. */
  readonly server: string;
  /** The command that starts it, as a person types it. */
  readonly command: string;
}

/**
 * Serves adapters over this process's stdin and stdout until the host goes or a signal comes; the process is ended then, with what
 * {@link runServerProgram} says. Rejects with a `TypeError` when two adapters have one name.
 */
export async function serveOverStdio(options: StdioOptions): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write(`${terminalText(options.manifest, options)}\n`);
  // The protocol's library is the greater part of what has to be loaded, and no other way through the program needs it.
  const { serveAdapters } = await import('./serve-adapters.js');
  serveAdapters(options);
  spareMemory();
}
