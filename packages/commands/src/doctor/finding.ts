/** How something stands: `problem` keeps an agent from working, `note` is worth knowing. */
type FindingStatus = 'ok' | 'note' | 'problem';

/** What was found about one thing. */
export interface Finding {
  /** What was looked at, in one word. */
  readonly about: string;
  readonly status: FindingStatus;
  /** How it stands, in one sentence without a full stop. */
  readonly text: string;
  /** What to do about it, in one sentence without a full stop. */
  readonly next?: string;
}
