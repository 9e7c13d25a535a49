/**
 * The command that starts one of our programs below qwen. A repository's `.env` can add variables to qwen (0.24.4) that were
 * not set before; these two would make Node.js write to stderr or to disk, and cannot be set to anything harmless.
 */
export function pinnedCommand(nodePath: string, programPath: string): readonly [string, ...string[]] {
  return ['/usr/bin/env', '-u', 'NODE_DEBUG', '-u', 'NODE_V8_COVERAGE', nodePath, programPath];
}

/** The same as one line for a POSIX shell, which is what qwen takes for a hook. */
export function pinnedShellCommand(nodePath: string, programPath: string): string {
  const [env, ...rest] = pinnedCommand(nodePath, programPath);
  const options = rest.slice(0, -2);
  return ['exec', env, ...options, quoteForShell(nodePath), quoteForShell(programPath)].join(' ');
}

/** A text as one word of a POSIX shell, whatever is in it. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
