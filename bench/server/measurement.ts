/** One row of a table: what was measured, and the figures by name. A ratio compares with the first row of the same run. */
export interface Measurement {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** What one benchmark brings. */
export interface Benchmark {
  readonly name: string;
  /** What the figures mean, one sentence. */
  readonly about: string;
  run(): Promise<readonly Measurement[]>;
}

/** Lays measurements out as a table of text, figures aligned to the right. */
export function table(measurements: readonly Measurement[]): string {
  const names = [...new Set(measurements.flatMap(({ figures }) => Object.keys(figures)))];
  const rows = [
    ['', ...names],
    ...measurements.map(({ what, figures }) => [what, ...names.map((name) => shown(figures[name]))]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Three digits that say something. */
function shown(figure: number | undefined): string {
  if (figure === undefined) return '';
  if (Math.abs(figure) >= 100 || Number.isInteger(figure)) return String(Math.round(figure));
  return figure.toPrecision(3);
}

/** The value below which a part of the values lie. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
