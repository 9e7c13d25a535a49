/**
 * Rows as aligned text, with a heading; the last column is not padded. Line ends and control characters in a cell are shown as
 * spaces, so that nothing in a path can write over the terminal.
 */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = [heading, ...rows].map((row) => row.map(plain));
  const widths = heading.map((_, column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)));
  const lines = clean.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** A text that stays on its line and moves no cursor. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
