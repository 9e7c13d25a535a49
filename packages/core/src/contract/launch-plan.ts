/**
 * A process to start, as plain comparable data. Two deeply equal plans are interchangeable processes: this one rule decides
 * whether a waiting process can serve a turn, so whatever the handshake uses has to be in here and nothing of a single turn may be.
 */
export interface LaunchPlan {
  /** Name of the transport that made the plan. */
  readonly transport: string;
  /** Arguments after the agent's executable. Never a prompt: arguments have a size limit, and a leading `-` is a flag. */
  readonly args: readonly string[];
  /** Variables to add to the environment that core passes on. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute directory to start in. */
  readonly cwd: string;
  /** Name to content: core writes them to a private folder (0700) that is removed with the process, and puts its path where an argument or a variable says `{files}`. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the codec needs to know for the handshake and for reading the stream, and cannot see in `args`. */
  readonly handshake?: unknown;
}
