import type { RequirementId } from './requirement.js';

/** What was found about a requirement; one of which nothing is said was kept. */
export type Verdict =
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'not applicable'; readonly reason: string };

/** What an examination has found, by requirement. The first failure of each is kept. */
export class Verdicts<Id extends RequirementId = RequirementId> {
  readonly #verdicts = new Map<RequirementId, Verdict>();

  fail(id: Id, reason: string): void {
    if (this.#verdicts.get(id)?.status !== 'failed') this.#verdicts.set(id, { status: 'failed', reason });
  }

  /** Says that a requirement was not looked at; one that has failed elsewhere stays failed. */
  skip(id: Id, reason: string): void {
    if (!this.#verdicts.has(id)) this.#verdicts.set(id, { status: 'not applicable', reason });
  }

  of(id: RequirementId): Verdict | undefined {
    return this.#verdicts.get(id);
  }

  get failed(): readonly RequirementId[] {
    return [...this.#verdicts].flatMap(([id, { status }]) => (status === 'failed' ? [id] : []));
  }
}
