import type { ApprovalEvent } from '../contract/event.js';
import { cutText } from './cut-text.js';
import type { ParkedApproval } from './turn.js';
import { valueLength } from './value-length.js';

/** Most approvals that wait at once, and characters of what they ask for: an agent that floods must not cost more. */
const MOST_PARKED = 100;
const MOST_CHARACTERS = 16_000_000;
const LONGEST_ID = 500;
const LONGEST_TOOL = 100;

/** How a parked approval was decided: by a caller, by the clock, because nobody may be asked, or because too much waited already. */
type DecidedBy = 'caller' | 'clock' | 'policy' | 'limit';

export interface ApprovalDecision {
  readonly approval: ApprovalEvent;
  readonly allow: boolean;
  readonly reason: string;
  readonly by: DecidedBy;
}

interface Parked {
  readonly approval: ApprovalEvent;
  readonly characters: number;
  readonly expiresAt: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Requests of the agent that wait for a yes or a no. Each is decided exactly once: by an answer, or denied by the clock; one that
 * the agent withdrew is decided by nobody.
 */
export class ParkedApprovals {
  readonly #waitMs: number;
  readonly #decide: (decision: ApprovalDecision) => void;
  readonly #parked = new Map<string, Parked>();
  #characters = 0;

  constructor(waitMs: number, decide: (decision: ApprovalDecision) => void) {
    this.#waitMs = waitMs;
    this.#decide = decide;
  }

  get size(): number {
    return this.#parked.size;
  }

  list(): readonly ParkedApproval[] {
    return [...this.#parked.values()].map(({ approval, expiresAt }) => ({
      id: approval.id,
      tool: cutText(approval.tool, LONGEST_TOOL),
      input: approval.input,
      expiresAt,
    }));
  }

  /** Parks a request, or denies it at once where nobody may be asked or too many wait. */
  park(approval: ApprovalEvent): void {
    if (this.#waitMs === 0) {
      const reason = 'Denied: nobody can be asked during this run.';
      this.#decide({ approval, allow: false, reason, by: 'policy' });
      return;
    }
    const characters = lengthOf(approval);
    if (this.#parked.size >= MOST_PARKED || this.#characters + characters > MOST_CHARACTERS) {
      const reason = 'Denied: too many requests wait for an answer already.';
      this.#decide({ approval, allow: false, reason, by: 'limit' });
      return;
    }
    this.#characters += characters;
    const timer = setTimeout(() => {
      this.#take(approval.id);
      const reason = `Denied: nobody answered within ${this.#waitMs} ms.`;
      this.#decide({ approval, allow: false, reason, by: 'clock' });
    }, this.#waitMs);
    timer.unref();
    this.#parked.set(approval.id, { approval, characters, expiresAt: Date.now() + this.#waitMs, timer });
  }

  /** False when no request of that id is parked. */
  answer(id: string, allow: boolean, reason: string): boolean {
    const parked = this.#take(id);
    if (parked) this.#decide({ approval: parked, allow, reason, by: 'caller' });
    return parked !== undefined;
  }

  /** The agent no longer waits. */
  withdraw(id: string): void {
    this.#take(id);
  }

  clear(): void {
    for (const id of [...this.#parked.keys()]) this.#take(id);
  }

  #take(id: string): ApprovalEvent | undefined {
    const parked = this.#parked.get(id);
    if (!parked) return undefined;
    clearTimeout(parked.timer);
    this.#parked.delete(id);
    this.#characters -= parked.characters;
    return parked.approval;
  }
}

/** What it takes to keep a request, characters; infinite for one that nobody could be shown, or name. */
function lengthOf({ id, tool, input }: ApprovalEvent): number {
  return id.length > LONGEST_ID ? Number.POSITIVE_INFINITY : id.length + tool.length + valueLength(input);
}
