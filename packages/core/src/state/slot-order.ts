/** A turn that waits for a slot. */
export interface Contender {
  /** Sorts as text: first come first. */
  readonly order: string;
  /** The limit of its own server. */
  readonly limit: number;
  /** It could have had a slot before and did not take it; its server may be stopped. */
  readonly passed?: boolean;
}

/**
 * Who of those who wait may run now: in the order in which they came, each if the turns that run then are fewer than
 * its own server's limit. One whose limit is reached is passed over, for it may be far below the others'; one that did
 * not take its slot stays allowed to, but keeps it from nobody.
 * @param holders turns that run
 */
export function whoMayRun<Waiting extends Contender>(holders: number, waiting: readonly Waiting[]): Waiting[] {
  let count = holders;
  return waiting
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .filter((contender) => {
      if (count >= contender.limit) return false;
      if (!contender.passed) count += 1;
      return true;
    });
}
