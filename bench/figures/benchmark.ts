/** One row of a table: what was measured, and the figures by name. */
export interface Measurement {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Bars of one unit, drawn to one scale. */
export interface BarGroup {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
}

/** One bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** This project's own, in its colour; the others are what it is compared with. */
  readonly isOurs: boolean;
}

/** A figure that has a target, both measured in one run. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  /** Whether the value may be at most the limit, or has to be at least. */
  readonly bound: 'most' | 'least';
}

/** What one benchmark found. */
export interface Outcome {
  readonly rows: readonly Measurement[];
  readonly verdicts?: readonly Verdict[];
  readonly chart?: readonly BarGroup[];
}

/** How much is to be measured. */
export interface Effort {
  /** A smoke run: everything once, and small. */
  readonly quick: boolean;
}

/** One part of the run, chosen by its name. */
export interface Benchmark {
  readonly name: string;
  /** What the figures mean, one sentence. */
  readonly about: string;
  run(effort: Effort): Promise<Outcome>;
}
