const fence = /`{3,}|~{3,}/g;

/** An opening fence that has not been closed yet. */
interface OpenFence {
  readonly mark: string;
  readonly startsLine: boolean;
  /** Whether a line has ended since. */
  sawLineEnd: boolean;
}

/**
 * Text without what stands in fences of three or more backticks or tildes. A fence at the start of a line is closed by one at
 * the start of a later line, or on its own line; any other by the next one. One that is never closed reaches to the end.
 */
export function removeFencedCode(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let open: OpenFence | undefined;
  // Between two fences every character is looked at a fixed number of times, so the work grows with the text alone.
  for (const { 0: mark, index } of text.matchAll(fence)) {
    const between = text.slice(from, index);
    if (open === undefined) {
      kept.push(between);
      open = { mark, startsLine: endsInIndent(between, from === 0), sawLineEnd: false };
    } else {
      open.sawLineEnd ||= between.includes('\n');
      const fits = mark[0] === open.mark[0] && mark.length >= open.mark.length;
      if (fits && (!open.startsLine || !open.sawLineEnd || endsInIndent(between, false))) open = undefined;
    }
    from = index + mark.length;
  }
  if (open === undefined) kept.push(text.slice(from));
  return kept.join(' ');
}

/** Whether what follows the text starts a line, but for white space. */
function endsInIndent(text: string, startsText: boolean): boolean {
  const lineStart = text.lastIndexOf('\n');
  return (lineStart !== -1 || startsText) && text.slice(lineStart + 1).trim() === '';
}
