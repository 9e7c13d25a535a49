const MARKER = Symbol.for('agentmount.refusal');

/** Stable words for why something was refused. */
export type RefusalCode =
  /** An argument is wrong. */
  | 'argument'
  /** The transport cannot do it; the message names one that can. */
  | 'transport'
  /** No such session, or its directory is not known. */
  | 'session'
  /** The turn is not there, has ended, or is ending. */
  | 'turn'
  /** Another process holds the session. */
  | 'busy'
  /** Delegation inside delegation is too deep. */
  | 'depth'
  /** The agent's program cannot be found or run. */
  | 'executable'
  /** The runner has been closed. */
  | 'closed';

/** Bad input or an impossible wish, refused before anything started; the message names the cause and the next step. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly [MARKER] = true;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }

  /** Tells a refusal from any other error, also across two copies of this package. */
  static is(value: unknown): value is Refusal {
    return typeof value === 'object' && value !== null && MARKER in value;
  }
}
