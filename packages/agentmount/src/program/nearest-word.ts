/**
 * The word that someone most likely meant.
 * @returns undefined when none is near: a wrong guess is worse than none
 */
export function nearestWord(given: string, words: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  const ranked = words
    .map((word) => ({ word, steps: word.startsWith(wanted) && wanted.length > 1 ? 0 : steps(wanted, word) }))
    .sort((a, b) => a.steps - b.steps);
  const [best] = ranked;
  const most = Math.max(1, Math.floor(given.length / 3));
  return best !== undefined && best.steps <= most ? best.word : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function steps(from: string, to: string): number {
  const rows = [...Array(from.length + 1).keys()].map((row) =>
    [...Array(to.length + 1).keys()].map((column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      rows[row]?.splice(column, 1, best);
    }
  }
  return at(from.length, to.length);
}
