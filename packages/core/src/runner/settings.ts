/** Limits and paths that one runner works under. Times in ms, sizes in bytes unless said otherwise. */
export interface Settings {
  /** Path or name of the agent's program; absent: the adapter's `executable.command`, looked up on the PATH. */
  readonly bin?: string;
  /** Words put before the agent's command line (a sandbox), already split; empty: none. */
  readonly wrap: readonly string[];
  /** `remote`: the wrapper runs the agent on another machine, with its own files and environment. */
  readonly wrapKind: 'local' | 'remote';
  /** Default model; absent: the agent's. */
  readonly model?: string;
  /** Default transport; absent: the adapter's first. */
  readonly transport?: string;
  /** Defaults of the adapter's own options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Deadline of a turn; 0: none. */
  readonly timeoutMs: number;
  /** The largest deadline a caller may ask for. */
  readonly maxTimeoutMs: number;
  /** Turns at once, over all servers of one user that share the state folder. */
  readonly maxConcurrent: number;
  /** Longest answer in a report, characters; absent: no limit of ours. */
  readonly maxOutput?: number;
  /** Characters of stderr shown in a failure report. */
  readonly stderrLimit: number;
  /** Whether lines of stderr that look like protocol frames are shown as they are. */
  readonly stderrKeepEvents: boolean;
  /** Bytes read and not yet handled at which reading from the agent pauses. */
  readonly maxCapture: number;
  /** Longest frame from the agent; a longer one is dropped and declared. */
  readonly maxLine: number;
  /** Sessions remembered. */
  readonly maxSessions: number;
  /** SIGTERM to SIGKILL. */
  readonly killGraceMs: number;
  /** What the agent's own stop gets before signals. */
  readonly stopGraceMs: number;
  /** Start of the process to its being ready for a prompt; on Linux without the time in which the machine has no processor for it, up to six times as long. */
  readonly initTimeoutMs: number;
  /** Whole budget of a listing of models. */
  readonly modelsTimeoutMs: number;
  /** Absolute path of the session index; locks, slots and answers lie in the same folder. */
  readonly statePath: string;
  /** How long an approval stays parked; 0: denied at once. */
  readonly approvalTimeoutMs: number;
  /** Names of variables the agent gets, `*` allowed; absent: the whole environment. */
  readonly environmentAllow?: readonly string[];
  /** Processes that may wait, past their handshake, for the next turn; 0: none. */
  readonly spares: number;
  /** How long the process of a turn that ended well stays for the next turn of its own session; 0: not at all. */
  readonly keepMs: number;
  /** Delegations inside delegations that are allowed. */
  readonly maxDepth: number;
}
