/**
 * Characters that a reader does not see and that change what a terminal or a person makes of the rest: control characters
 * other than line feed and tab, marks that reverse the direction of text, and the invisible copies of ASCII.
 */
const hidden = /(?![\n\t])\p{Cc}|\p{Bidi_Control}|[\u{E0000}-\u{E007F}]/gu;

/** Text without hidden characters and without halves of surrogate pairs. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(hidden, '');
}

/** The first `limit` code points. */
export function cutToCodePoints(text: string, limit: number): string {
  // A code point has one or two code units, so a text this short needs no counting, and a longer one is not taken apart whole.
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
