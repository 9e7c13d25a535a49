/** One question to the person at the host, about one approval. */
export interface Question {
  /** Names the request of the agent that it is about, and never another one, also when an agent uses an id twice. */
  readonly key: string;
  /** What the person reads. */
  readonly message: string;
}

/** What came back for a question, as the host sent it. */
export interface PersonReply {
  /** `accept`, `decline`, `cancel`, or whatever else the host said. */
  readonly action: unknown;
  /** The filled form; a person who accepts chose `allow` or `deny` in its field `decision`. */
  readonly content?: unknown;
  /** From the moment the host had the question, ms. */
  readonly tookMs: number;
}

/** The values of the form's field `decision`. The refusal comes first, because some hosts preselect the first one. */
export const DECISIONS = ['deny', 'allow'] as const;

/** An answer that came sooner was given by a program, ms: nobody can have read the question. */
const QUICKEST_PERSON_MS = 500;

/**
 * What a reply means. `nobody`: no person gave it. Some hosts that have nobody to ask decline or accept by themselves; neither is
 * taken for an answer.
 */
export function readReply(reply: PersonReply): 'allow' | 'deny' | 'nobody' {
  if (reply.tookMs < QUICKEST_PERSON_MS) return 'nobody';
  if (reply.action === 'decline' || reply.action === 'cancel') return 'deny';
  if (reply.action !== 'accept') return 'nobody';
  const { decision } = (reply.content ?? {}) as { readonly decision?: unknown };
  return DECISIONS.find((value) => value === decision) ?? 'nobody';
}
