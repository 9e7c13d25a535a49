/** A command line, ready to be started without a shell. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** What stands behind a wrapper on this machine. */
export interface LocalCommand extends CommandLine {
  /** The agent's directory, which replaces `{cwd}` in the words after the wrapper's first. */
  readonly cwd: string;
  /** Private folder that the agent's arguments name, if any. */
  readonly folder?: string;
}

/** Runs its arguments, but for the first, when that is a folder that can be seen. */
const SEES_FOLDER =
  '[ -d "$1" ] || { echo "agentmount: the wrapper hides $1, which holds files for the agent: let it show that folder, or set TMPDIR to one that it shows" >&2; exit 125; }; shift; exec "$@"';

/**
 * Puts a wrapper's words before a command line; no words leave it as it is. Where private files belong to it, a shell behind the wrapper looks
 * whether they can be seen there: an agent may take the path of a missing file for the text itself.
 */
export function wrapLocal(wrap: readonly string[], { cwd, folder, command, args }: LocalCommand): CommandLine {
  const [first, ...words] = wrap;
  if (first === undefined) return { command, args };
  const check = folder === undefined ? [] : ['/bin/sh', '-c', SEES_FOLDER, 'agentmount', folder];
  const rest = words.map((word) => word.replaceAll('{cwd}', () => cwd));
  return { command: first, args: [...rest, ...check, command, ...args] };
}

/** Quotes a word so that any POSIX shell reads it back as it is. */
export function quoteWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
