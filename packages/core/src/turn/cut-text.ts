/**
 * The first `length` characters as a text of their own: a slice would keep the whole in memory for as long as it lives, and what
 * agents send may be megabytes.
 */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : copyText(text.slice(0, length));
}

/** A copy that shares no memory with what the text was cut from. */
export function copyText(text: string): string {
  // Two bytes a character, so that half of a surrogate pair stays what it is.
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
