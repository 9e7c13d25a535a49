/** A command line, ready to be started without a shell. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** Puts a wrapper's words before a command line; no words leave it as it is. */
export function wrapLocal(wrap: readonly string[], command: string, args: readonly string[]): CommandLine {
  const [first, ...rest] = wrap;
  return first === undefined ? { command, args } : { command: first, args: [...rest, command, ...args] };
}

/** What is to run at the other end of a wrapper. */
export interface RemoteCommand extends CommandLine {
  /** Directory at the other end. */
  readonly cwd: string;
  /** Variables to set at the other end. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The command line of a wrapper that runs an agent elsewhere: its own words, and then one single word that a shell at the
 * other end parses (`ssh host`, `docker exec -i box sh -c`). Throws a `TypeError` for no words, or for a variable whose name no shell can set.
 */
export function wrapRemote(wrap: readonly string[], remote: RemoteCommand): CommandLine {
  const [first, ...rest] = wrap;
  if (first === undefined) throw new TypeError('a remote wrapper needs at least one word');
  return { command: first, args: [...rest, remoteWord(remote)] };
}

function remoteWord({ cwd, env, command, args }: RemoteCommand): string {
  const settings = Object.entries(env).map(([name, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new TypeError(`the variable ${JSON.stringify(name)} cannot be set by a shell`);
    return quoteWord(`${name}=${value}`);
  });
  const words = [command, ...args].map(quoteWord).join(' ');
  const enter = `cd -- ${quoteWord(cwd)} && exec`;
  if (settings.length === 0) return `${enter} ${words}`;
  // env would take a command with a "=" in its path for one more setting.
  const run = command.includes('=') ? `sh -c 'exec "$0" "$@"' ${words}` : words;
  return `${enter} env ${settings.join(' ')} ${run}`;
}

/** Quotes a word so that any POSIX shell reads it back as it is. */
export function quoteWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
