/** Why something failed, in words that core and callers can branch on. Stable: a message may change, a class may not. */
export type FailureClass =
  /** Not logged in, or the key was refused. */
  | 'auth'
  /** Rate limit, quota, or the provider is overloaded. */
  | 'rate'
  /** The model is unknown, or the request to it was refused for a reason that is neither `auth` nor `rate`. */
  | 'model'
  /** The agent does not know the session that it was asked to continue. */
  | 'session-unknown'
  /** The agent did not keep to the wire that its adapter knows: no handshake, a missing end, a lost frame. */
  | 'protocol'
  /** The process could not be started. */
  | 'spawn'
  /** A deadline passed: the handshake's, or the turn's. */
  | 'timeout'
  /** A budget of the agent's own ended the run (turns, tool calls, wall time, tokens). */
  | 'limit'
  /** The agent ended badly for any other reason: crashed, was killed, or reported an error. */
  | 'agent';

/** What went wrong with a prompt or a process. */
export interface Failure {
  readonly class: FailureClass;
  /** The cause in one sentence, without a final full stop; never a stack trace, never raw output. */
  readonly message: string;
  /** What a person can do about it (`run "qwen" and log in`), where the adapter knows. */
  readonly remedy?: string;
}

/** How a process went away. */
export interface Exit {
  /** Exit code, or null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The first and the last part of stderr: some agents put the reason first and pages of usage after it. */
  readonly stderr: string;
}
