/** A rule that every codec keeps at every call. */
export interface Invariant {
  readonly id: string;
  /** The rule in one sentence. */
  readonly rule: string;
}

const RULES = {
  'no-throw': 'No method of a codec throws, whatever it is given.',
  'action-list': 'Every method answers with an array, at once.',
  'action-shape':
    'Every action is one of the contract, with the fields of its type, no other fields, and no undefined ones.',
  'settled-once': 'A prompt settles once, and a failed handshake or listing does.',
  'settled-outside': 'Outside a prompt only a handshake or a listing of models settles, and only as failed.',
  'ready-outside-prompt': 'Ready is never said while a prompt or a listing runs, nor after a failed handshake.',
  'ready-once': 'Ready is said once for the handshake and at most once for each settled.',
  'ready-with-settled':
    'A ready after a settled stands in the same list, so that core knows at once whether the process takes another prompt.',
  'settled-last': 'After a settled, its list holds nothing that belongs to the prompt: that stands before it.',
  'answer-not-on-failed': 'A failed prompt has no answer.',
  'failure-given': 'A settled has a failure when it failed, and only then.',
  'failure-class': 'The class of a failure is one of the contract.',
  'failure-message':
    'Message and remedy of a failure are one line each, not blank, the message without a final full stop.',
  'text-not-empty': 'Text is never empty.',
  'tool-id': 'Every tool event names the call by an id that is not empty.',
  figures: 'Tokens, rounds and limits are whole numbers of at least 0, money is a finite number of at least 0.',
  'session-form': "A session's id has the form that the adapter declares.",
  'session-before-usage': 'In one list, the session stands before the usage that belongs to it.',
  'models-asked': 'Models come once for each time they are asked for, and never unasked.',
  'steer-known': 'A steer event names a reference that was given.',
  'steer-accepted-first': 'A steer is accepted at most once, and before it is decided.',
  'steer-decided-once': 'A steer is delivered or missed, once.',
  'steer-decided': 'Every steer is delivered or missed before its prompt settles.',
  'late-call-silent':
    'An interrupt, a steer or an answer that comes when its prompt or approval is over writes nothing.',
  'late-steer-missed': 'A steer that comes when no prompt runs is missed at once.',
  'approval-answerable': 'Only a codec with the method answer publishes approvals.',
  'approval-in-prompt': 'An approval comes only while a prompt runs.',
  'approval-distinct': 'No two open approvals have the same id.',
  'withdrawn-open': 'Only an open approval is withdrawn.',
  'approval-closed': 'Every approval is answered or withdrawn before its prompt settles.',
  'send-one-line': 'A sent line holds no LF.',
  'write-not-blank': 'A sent line is not blank, and raw text is not empty.',
  'write-after-close': 'Nothing is written after stdin was closed.',
  'write-after-exit': 'Nothing is written when the process is gone.',
  'exit-actions':
    'When the process is gone, the codec settles, decides steers, withdraws approvals or gives notices, and nothing else.',
} as const;

/** Id of a rule in {@link INVARIANTS}. */
export type InvariantId = keyof typeof RULES;

/** Every rule that `watchCodec` checks. */
export const INVARIANTS: readonly Invariant[] = Object.entries(RULES).map(([id, rule]) => ({ id, rule }));

/** A codec broke a rule. `calls` are the last ones before it, oldest first, the one that broke it at the end. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
  readonly id: InvariantId;
  readonly rule: string;
  readonly calls: readonly string[];

  constructor(id: InvariantId, detail: string, calls: readonly string[], cause?: unknown) {
    const trail = calls.map((call) => `\n    ${call}`).join('');
    super(`${id}: ${detail}\n  rule: ${RULES[id]}\n  last calls:${trail}`, cause === undefined ? undefined : { cause });
    this.id = id;
    this.rule = RULES[id];
    this.calls = calls;
  }
}
