import type { Measurement, Verdict } from './benchmark.js';

/** Lays measurements out as a table of text, figures aligned to the right. */
export function table(measurements: readonly Measurement[]): string {
  const names = namesOf(measurements);
  return aligned([
    ['', ...names],
    ...measurements.map(({ what, figures }) => [what, ...names.map((name) => shown(figures[name]))]),
  ]);
}

/** A line for each target: what was found, what it may be, and whether it is. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return aligned(
    verdicts.map((verdict) => [
      verdict.what,
      shown(verdict.value),
      `${verdict.bound === 'most' ? '≤' : '≥'} ${shown(verdict.limit)}`,
      isMet(verdict) ? 'met' : 'MISSED',
    ]),
  );
}

/** Whether the target of a figure is met. */
export function isMet({ value, limit, bound }: Verdict): boolean {
  return bound === 'most' ? value <= limit : value >= limit;
}

/** Three digits that say something. */
export function shown(figure: number | undefined): string {
  if (figure === undefined) return '';
  if (Math.abs(figure) >= 100 || Number.isInteger(figure)) return String(Math.round(figure));
  return figure.toPrecision(3);
}

function namesOf(measurements: readonly Measurement[]): string[] {
  return [...new Set(measurements.flatMap(({ figures }) => Object.keys(figures)))];
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
