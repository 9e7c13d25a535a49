import type { Measurement } from './benchmark.js';
import { median, pairedRatio } from './statistics.js';

/** One thing that is measured, in turn with others. */
export interface Subject {
  readonly what: string;
  /** Waits until it can be measured; not counted. */
  prepare?(): Promise<void>;
  /** Does it once. */
  run(): Promise<Readonly<Record<string, number>>>;
}

/** The figures of every round of one subject, by name. */
export type Rounds = ReadonlyMap<string, readonly Readonly<Record<string, number>>[]>;

/**
 * Measures subjects in turn, each once a round, every other round in the opposite order.
 * @param uncounted rounds at the beginning that are not counted: what is done only once is done in them
 */
export async function interleave(subjects: readonly Subject[], counted: number, uncounted: number): Promise<Rounds> {
  const rounds = new Map<string, Readonly<Record<string, number>>[]>(subjects.map(({ what }) => [what, []]));
  for (let round = 0; round < uncounted + counted; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await subject.prepare?.();
      const figures = await subject.run();
      if (round >= uncounted) rounds.get(subject.what)?.push(figures);
    }
  }
  return rounds;
}

/** The values of one figure of one subject, round by round. @throws Error when there is no such subject */
export function valuesOf(rounds: Rounds, what: string, figure: string): number[] {
  const found = rounds.get(what);
  if (found === undefined) throw new Error(`Nothing was measured under ${JSON.stringify(what)}.`);
  return found.flatMap((figures) => figures[figure] ?? []);
}

/** Compares two subjects by one figure, round by round. */
export function ratioOf(rounds: Rounds, figure: string, what: string, base: string): number {
  return pairedRatio(valuesOf(rounds, what, figure), valuesOf(rounds, base, figure));
}

/** A row of medians for each subject, with its ratios to the subject `base` in the figures that are named. */
export function medians(rounds: Rounds, base: string, ...compared: readonly string[]): Measurement[] {
  return [...rounds].map(([what, samples]) => {
    const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
    const figures = names.map((name) => [name, median(valuesOf(rounds, what, name))] as const);
    const ratios = compared.map((name) => [`${name}: times ${base}`, ratioOf(rounds, name, what, base)] as const);
    return { what, figures: Object.fromEntries([...figures, ...ratios]) };
  });
}
