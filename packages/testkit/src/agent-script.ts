/**
 * What a scripted agent waits for on its stdin: a part of the line, or values by path into the line's JSON, such as
 * `{ type: 'control_request', 'request.subtype': 'initialize' }`. A number in a path is an index.
 */
export type LinePattern = string | Readonly<Record<string, unknown>>;

/** A child that a scripted agent leaves running. It lives until it is killed (for at most 10 minutes). */
export interface ForkOptions {
  /** `group`: an ordinary child. `session`: leader of its own session. `daemon`: that, and its parent is gone. */
  readonly as: 'group' | 'session' | 'daemon';
  readonly ignoreSigterm?: boolean;
  /** Keeps the agent's stdout and stderr open. Default false. */
  readonly holdOutput?: boolean;
  /** Starts it without the agent's environment. */
  readonly clearEnvironment?: boolean;
}

/**
 * One thing that a scripted agent does; the next one begins when it is done. In every string `{name}` stands for what
 * was captured as `name`; `{pid}`, `{cwd}` and `{uuid}` (one for each process) are always there. A string that is
 * nothing but `{name}` keeps the captured type. An `expect` that meets the end of stdin ends the program with 0, as does
 * the end of the script.
 */
export type AgentAction =
  /** Reads stdin up to a line that fits; other lines are passed over. `capture` gives names to paths into its JSON. */
  | { readonly expect: LinePattern; readonly capture?: Readonly<Record<string, string>> }
  /** One line on stdout: an object as JSON. */
  | { readonly say: string | object }
  /** Text on stdout as it stands: half a line, broken JSON, several lines. */
  | { readonly write: string }
  /** Bytes on stdout, in base64. */
  | { readonly writeBytes: string }
  | { readonly stderr: string }
  /** Waits until the file exists; the test makes it. */
  | { readonly waitForFile: string }
  /** Makes an empty file, so that the test sees that this point was reached. */
  | { readonly touch: string }
  | { readonly fork: ForkOptions }
  /** From now on the signal does not kill, but starts these actions. Empty: it is ignored. */
  | { readonly onSignal: NodeJS.Signals; readonly do: readonly AgentAction[] }
  /** JSON lines of `lineBytes` bytes each, `bytes` in all, no two alike. */
  | { readonly flood: { readonly bytes: number; readonly lineBytes: number } }
  /** Does these again and again until an `expect` in them meets the end of stdin. */
  | { readonly untilInputEnds: readonly AgentAction[] }
  /** Reads stdin to its end. */
  | { readonly waitForInputEnd: true }
  | { readonly closeOutput: true }
  /** Stays, doing nothing. Stdin is not read unless an `expect` came before. */
  | { readonly hang: true }
  | { readonly exit: number }
  /** Dies by this signal. */
  | { readonly die: NodeJS.Signals };

/** What one run of a scripted agent was given, and what it did. */
export interface AgentRun {
  readonly pid: number;
  /** Arguments after the program's own path. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Lines read from stdin so far. */
  readonly input: readonly string[];
  readonly inputEnded: boolean;
  /** Signals that an `onSignal` caught. */
  readonly signals: readonly string[];
  /** Process ids of the children that `fork` left. */
  readonly forked: readonly number[];
}
