import { lifelineScript } from './lifeline-script.js';
import { MARKER_VARIABLE } from './marker.js';
import { assertFileNames, FILES_PLACEHOLDER } from './private-files.js';
import { REMOTE_WATCH } from './remote-watch.js';
import { type CommandLine, quoteWord } from './wrap.js';

/** What is to run at the other end of a wrapper. */
export interface RemoteCommand extends CommandLine {
  /** Directory at the other end. */
  readonly cwd: string;
  /** Variables to set at the other end. */
  readonly env: Readonly<Record<string, string>>;
  /** Name to content of private files, as a launch plan has them. */
  readonly files?: Readonly<Record<string, string>>;
  /** By which the agent's processes are found at the other end. */
  readonly marker: string;
  /** Name of the setting that gives the agent's path, for the message that it is missing there. */
  readonly setting: string;
}

/** The command line of a wrapper, and what its stdin must begin with. */
export interface RemoteLine extends CommandLine {
  readonly input: string;
}

/** Has a shell of any make start a POSIX one, which takes the first line of its stdin for its program, byte for byte, and leaves the rest. */
const REMOTE_WORD = `exec sh -c 'IFS= read -r script && eval "$script"'`;

/**
 * The command line of a wrapper that runs an agent elsewhere: its own words, and one more that a shell at the other end parses
 * (`ssh host`, `docker exec -i box sh -c`). What is to be run goes ahead of the agent's input, as one line of shell: so no argument meets
 * a second shell's quoting or the limit of one word's length, and no private file stands on a command line.
 *
 * That line enters the directory, places private files (in a folder only its user can read), starts {@link REMOTE_WATCH}
 * and becomes the agent. Throws a `TypeError` for no words or a variable whose name no shell can set, an `Error` for a NUL.
 */
export function wrapRemote(wrap: readonly string[], remote: RemoteCommand): RemoteLine {
  const [first, ...rest] = wrap;
  if (first === undefined) throw new TypeError('a remote wrapper needs at least one word');
  const input = `${remoteScript(remote)}\n`;
  if (input.includes('\0')) throw new Error('an argument, a variable or a file for the agent contains a NUL character');
  return { command: first, args: [...rest, REMOTE_WORD], input };
}

function remoteScript({ cwd, env, command, args, files, marker, setting }: RemoteCommand): string {
  const entries = Object.entries(files ?? {});
  assertFileNames(entries.map(([name]) => name));
  const place = entries.length === 0 ? quoteLine : quotePlaced;
  const variables = Object.entries(env).map(([name, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new TypeError(`the variable ${JSON.stringify(name)} cannot be set by a shell`);
    return `${name}=${place(value)}`;
  });
  const carried = `${MARKER_VARIABLE}="\${${MARKER_VARIABLE}:+$${MARKER_VARIABLE}:}"${quoteWord(marker)}`;
  const noDirectory = `the directory ${cwd} cannot be entered on the other machine; give a cwd that exists there`;
  const noProgram = `there is no ${command} on the other machine; set ${setting} to its absolute path there, or put it on the PATH of a shell without a terminal, which is `;
  return [
    `n=$(printf '\\nx'); n=\${n%x}; d=`,
    `die() { printf 'agentmount: %s\\n' "$2" >&2; exit "$1"; }`,
    `cd -- ${quoteLine(cwd)} 2>/dev/null || die 125 ${quoteLine(noDirectory)}`,
    `command -v ${quoteLine(command)} >/dev/null 2>&1 || die 127 ${quoteLine(noProgram)}"$PATH"`,
    ...(entries.length === 0 ? [] : [`d=$(umask 077; mktemp -d "\${TMPDIR:-/tmp}/agentmount-XXXXXX") || ${NO_FOLDER}`]),
    startWatch(marker),
    ...entries.map(
      ([name, text]) => `(umask 077; printf %s ${quoteLine(text)} >"$d"/${quoteLine(name)}) || ${NO_FOLDER}`,
    ),
    `export ${[...variables, carried].join(' ')}`,
    `exec ${[quoteLine(command), ...args.map(place)].join(' ')}`,
  ].join('; ');
}

const NO_FOLDER = `die 125 'a private file cannot be written to the temporary folder of the other machine'`;

/** In the background and in a session of its own, where that can be had; it holds none of the agent's pipes. */
function startWatch(marker: string): string {
  const scripts = `${quoteLine(lifelineScript('linux'))} ${quoteLine(lifelineScript('darwin'))}`;
  const watch = `sh -c ${quoteLine(REMOTE_WATCH)} agentmount-watch "$$" "$PPID" ${quoteWord(marker)} "$d" ${scripts} "$#"`;
  return [
    'if command -v setsid >/dev/null 2>&1; then set -- setsid',
    // macOS has no program for it.
    `elif command -v perl >/dev/null 2>&1; then set -- perl -MPOSIX -e 'POSIX::setsid(); exec @ARGV'`,
    'else set --; fi',
    `("$@" ${watch} </dev/null >/dev/null 2>&1 &)`,
  ].join('; ');
}

/** Quotes a word for a program that stands on one line; `$n` is a line end there. */
function quoteLine(text: string): string {
  return joined(text.split('\n'), '"$n"', quoteWord);
}

/** The same, with the private folder, `$d`, where the text says so. */
function quotePlaced(text: string): string {
  return joined(text.split(FILES_PLACEHOLDER), '"$d"', quoteLine);
}

function joined(parts: readonly string[], between: string, quote: (part: string) => string): string {
  if (parts.length === 1) return quote(parts[0] ?? '');
  return parts.map((part) => (part === '' ? '' : quote(part))).join(between);
}
