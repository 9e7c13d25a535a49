/**
 * Facts about the machine, handed to an adapter as plain data, so that the adapter itself looks at nothing:
 * no `process.env`, no file, no clock.
 */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The person's home directory, absolute; `~` on another machine. */
  readonly home: string;
  /** The environment that the agent will inherit. */
  readonly environment: Readonly<Record<string, string>>;
  /** Content of the files that {@link AgentAdapter.reads} named; a file that is missing or unreadable is absent. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * True when the agent runs on another machine, of which nothing is known: `home` is then `~`, `environment` and `files` are empty, and a
   * plan must name no path that only this machine has, its own private files excepted.
   */
  readonly remote?: true;
}

/**
 * What is known before anyone has a prompt: enough to start a process, to list models, or to keep a process waiting.
 * Nothing here belongs to one turn alone, so that two equal setups give two interchangeable processes.
 */
export interface Setup<Options = unknown> {
  /** Name of one of the adapter's transports. */
  readonly transport: string;
  /** Absolute directory that the agent works in. */
  readonly cwd: string;
  /** Model id in the agent's own spelling; absent: the agent's own default. */
  readonly model?: string;
  /** Text to add to the agent's system prompt. */
  readonly systemPromptAppend?: string;
  /** The adapter's own options, already parsed by {@link AgentAdapter.options}. */
  readonly options: Options;
  /** How long core will leave an approval parked, in ms; the adapter makes the agent wait longer than this. 0: core denies at once. */
  readonly approvalMs: number;
  /**
   * A new session's id, chosen by core. Given only to a transport that declares `presetsSession`: elsewhere it would make
   * every plan unique and no process could ever be kept waiting.
   */
  readonly presetSession?: string;
  readonly machine: Machine;
}

/** One picture that goes with a prompt. */
export interface Image {
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  /** The bytes in base64. */
  readonly data: string;
}

/** One prompt, with the setup that it runs under. Core has refused blank text and text over its limit before. */
export interface Task<Options = unknown> extends Setup<Options> {
  readonly text: string;
  /**
   * The session to continue, where the transport declares `resumesByPrompt`; the process works on it from its first prompt on.
   * Absent: a new session, or the one that the process works on already.
   */
  readonly session?: string;
  /** Only where the transport declares `images`. */
  readonly images?: readonly Image[];
}
